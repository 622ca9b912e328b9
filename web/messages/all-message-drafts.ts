import { type MessageType, messageTypes } from '#contract/enums';
import { useDrafts } from '../storage/drafts.ts';
import { type ComposerDraft, parseMessageDraft } from './message-draft.ts';

/** An unsent message of a ticket. */
export type StoredMessageDraft = { ticketId: string; type: MessageType; draft: ComposerDraft };

const pathPattern = /^tickets\/([^/]+)\/(\w+)$/;

/** Returns all unsent messages of a person, last changed first. */
export function useAllMessageDrafts(personId: string): StoredMessageDraft[] {
  const drafts = useDrafts(personId, 'tickets/', parseMessageDraft);
  return drafts
    .flatMap(([path, draft]): StoredMessageDraft[] => {
      const [, id = '', word] = pathPattern.exec(path) ?? [];
      const type = messageTypes.find(each => each === word);
      return type && draft.text !== '' ? [{ ticketId: id, type, draft }] : [];
    })
    .toSorted((a, b) => b.draft.keptAt - a.draft.keptAt);
}
