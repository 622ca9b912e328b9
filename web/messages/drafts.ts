import { useCallback, useSyncExternalStore } from 'react';
import { type MessageType, messageTypes } from '#contract/vocabulary';

/** Text not yet sent. The key goes with every attempt to send this very text. */
export type Draft = { text: string; idempotencyKey: string | null };

const none: Draft = { text: '', idempotencyKey: null };

/** Whose draft of what; each of them is an entry of its own in the browser's storage. */
export type DraftPlace = { personId: string; ticketId: string; type: MessageType };

const entryOf = ({ personId, ticketId, type }: DraftPlace): string => `stardesk:draft:${personId}:${ticketId}:${type}`;

const changes = new EventTarget();

const onChange = (listener: () => void): (() => void) => {
  changes.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    changes.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
};

/** Keeps a draft at once, so that no crash is faster than it; an empty one is forgotten. */
export function keepDraft(place: DraftPlace, draft: Draft): void {
  if (draft.text === '') localStorage.removeItem(entryOf(place));
  else localStorage.setItem(entryOf(place), JSON.stringify(draft));
  changes.dispatchEvent(new Event('change'));
}

/** The draft at a place, empty where there is none. */
export function useDraft(place: DraftPlace): Draft {
  const stored = useSyncExternalStore(onChange, () => localStorage.getItem(entryOf(place)));
  return stored === null ? none : readDraft(stored);
}

/** Whether a person has something unsent for a ticket. */
export function useHasDraft(personId: string, ticketId: string): boolean {
  const look = useCallback(
    () => messageTypes.some(type => localStorage.getItem(entryOf({ personId, ticketId, type })) !== null),
    [personId, ticketId],
  );
  return useSyncExternalStore(onChange, look);
}

/** Storage belongs to the browser: what is in it may be anybody's. */
function readDraft(stored: string): Draft {
  try {
    const { text, idempotencyKey } = JSON.parse(stored);
    return typeof text === 'string' ? { text, idempotencyKey: idempotencyKey ?? null } : none;
  } catch {
    return none;
  }
}
