import { type MessageType, messageTypes } from '#contract/vocabulary';
import { useDrafts } from '../kept/drafts.ts';
import { type MessageDraft, readMessage } from './drafts.ts';

/** A message that was begun, and where. */
export type KeptMessage = { ticketId: string; type: MessageType; draft: MessageDraft };

const form = /^tickets\/([^/]+)\/(\w+)$/;

/** All messages that a person has begun; the one that was changed last is the first. */
export function useKeptMessages(personId: string): KeptMessage[] {
  const kept = useDrafts(personId, 'tickets/', readMessage);
  return kept
    .flatMap(([thing, draft]): KeptMessage[] => {
      const [, id = '', word] = form.exec(thing) ?? [];
      const type = messageTypes.find(each => each === word);
      return type && draft.text !== '' ? [{ ticketId: id, type, draft }] : [];
    })
    .toSorted((a, b) => b.draft.keptAt - a.draft.keptAt);
}
