import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { showWarning } from './notices.ts';

/** Whose text about what: `{ personId, thing: 'tickets/1042/reply' }`. Each is an entry of its own in the browser's storage. */
export type DraftPlace = { personId: string; thing: string };

const entryOf = ({ personId, thing }: DraftPlace): string => `stardesk:draft:${personId}:${thing}`;

/** What the browser refused to store; kept for as long as the page lives. */
const unstored = new Map<string, string>();

const changes = new EventTarget();

const onChange = (listener: () => void): (() => void) => {
  changes.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    changes.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
};

/** Keeps a draft at once, so that no crash is faster than it; null forgets it. What is kept is written as JSON. */
export function keepDraft(place: DraftPlace, draft: unknown): void {
  const entry = entryOf(place);
  if (draft === null) forget(entry);
  else write(entry, JSON.stringify(draft));
  changes.dispatchEvent(new Event('change'));
}

function forget(entry: string): void {
  unstored.delete(entry);
  localStorage.removeItem(entry);
}

function write(entry: string, text: string): void {
  try {
    localStorage.setItem(entry, text);
    unstored.delete(entry);
  } catch {
    // Full, or forbidden: what was typed stays in this page, and its author is told once.
    if (unstored.size === 0) {
      showWarning(
        'Drafts cannot be stored',
        'This browser has no room for them: what you type is lost with this page.',
      );
    }
    unstored.set(entry, text);
  }
}

const look = (entry: string): string | null => unstored.get(entry) ?? localStorage.getItem(entry);

/** What is kept at a place, unread. */
const parse = (stored: string): unknown => {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
};

/**
 * The draft at a place; null where there is none. Another window's changes to it are seen at once.
 *
 * @param read makes sense of what was stored, which may be anybody's; null for what makes none. The same function always.
 */
export function useDraft<Draft>(place: DraftPlace, read: (stored: unknown) => Draft | null): Draft | null {
  const entry = entryOf(place);
  const stored = useSyncExternalStore(
    onChange,
    useCallback(() => look(entry), [entry]),
  );
  return useMemo(() => (stored === null ? null : read(parse(stored))), [stored, read]);
}

/** Whether a person has a draft of any of these things. */
export const useHasDraft = (personId: string, things: readonly string[]): boolean =>
  useSyncExternalStore(onChange, () => things.some(thing => look(entryOf({ personId, thing })) !== null));
