import { type MessageType, messageTypes } from '#contract/vocabulary';
import { useDrafts } from '../storage/drafts.ts';
import { type MessageDraft, readMessage } from './drafts.ts';

/** An unsent message of a ticket. */
export type KeptMessage = { ticketId: string; type: MessageType; draft: MessageDraft };

const pathPattern = /^tickets\/([^/]+)\/(\w+)$/;

/** Returns all unsent messages of a person, last changed first. */
export function useKeptMessages(personId: string): KeptMessage[] {
  const drafts = useDrafts(personId, 'tickets/', readMessage);
  return drafts
    .flatMap(([path, draft]): KeptMessage[] => {
      const [, id = '', word] = pathPattern.exec(path) ?? [];
      const type = messageTypes.find(each => each === word);
      return type && draft.text !== '' ? [{ ticketId: id, type, draft }] : [];
    })
    .toSorted((a, b) => b.draft.keptAt - a.draft.keptAt);
}
