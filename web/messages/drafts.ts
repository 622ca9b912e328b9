import type { MessageType } from '#contract/vocabulary';
import { type DraftPlace, keepDraft, readDraft, useDraft } from '../kept/drafts.ts';
import { isRecord } from '../kept/is-record.ts';

/** Why a message that was sent is its author's again. */
export type Returned =
  /** Others had written; what they wrote after `seenUntil` is to be shown. `closes`: whether the ticket was to be closed. */
  { why: 'news'; seenUntil: string; closes: boolean } | { why: 'refused'; reason: string; requestId: string | null };

/** Why a message has not gone: it came back, or blanks of a gist are left in it. */
export type Held = Returned | { why: 'blanks'; closes: boolean };

/** Text not yet sent. `keptAt`: when it was last changed, in milliseconds since 1970. */
export type MessageDraft = {
  text: string;
  /** The key of an attempt to send this very text whose end nobody knows. */
  idempotencyKey: string | null;
  returned: Held | null;
  /** The blanks of the gists that were inserted: `{name}`. */
  blanks: readonly string[];
  keptAt: number;
};

const none: MessageDraft = { text: '', idempotencyKey: null, returned: null, blanks: [], keptAt: 0 };

/** What a reply or a note is kept under. */
export const thingOf = (ticketId: string, type: MessageType): string => `tickets/${ticketId}/${type}`;

/** Where what a person writes about a ticket is kept: a reply and a note are two drafts. */
export const messagePlace = (personId: string, ticketId: string, type: MessageType): DraftPlace => ({
  personId,
  thing: thingOf(ticketId, type),
});

/** Keeps a message's text; an empty one is forgotten. */
export const keepMessage = (place: DraftPlace, draft: Partial<MessageDraft>): void =>
  keepDraft(place, draft.text ? { ...none, keptAt: Date.now(), ...draft } : null);

/** The message at a place as it is now, empty where there is none. */
export const findMessage = (place: DraftPlace): MessageDraft => readDraft(place, readMessage) ?? none;

/** The message at a place, empty where there is none. */
export const useMessageDraft = (place: DraftPlace): MessageDraft => useDraft(place, readMessage) ?? none;

/** What came back stands before what was typed since. */
export const joinTexts = (returned: string, typed: string): string =>
  typed.trim() === '' ? returned : `${returned.trimEnd()}\n\n${typed}`;

/** What was stored, where it is a message. */
export function readMessage(stored: unknown): MessageDraft | null {
  if (!isRecord(stored)) return null;
  const { text, idempotencyKey, returned, blanks, keptAt } = stored;
  if (typeof text !== 'string') return null;
  return {
    text,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    returned: readReturned(returned),
    blanks: Array.isArray(blanks) ? blanks.filter(blank => typeof blank === 'string') : [],
    keptAt: typeof keptAt === 'number' ? keptAt : 0,
  };
}

function readReturned(stored: unknown): Held | null {
  if (!isRecord(stored) || !('why' in stored)) return null;
  const { why, seenUntil, closes, reason, requestId } = stored;
  if (why === 'news') return { why: 'news', seenUntil: String(seenUntil ?? ''), closes: closes === true };
  if (why === 'blanks') return { why: 'blanks', closes: closes === true };
  return {
    why: 'refused',
    reason: String(reason ?? ''),
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}
