import { type MessageType, messageTypes } from '#contract/vocabulary';
import { type DraftPlace, keepDraft, useDraft, useHasDraft } from '../drafts.ts';

/** Text not yet sent. The key goes with every attempt to send this very text. */
export type MessageDraft = { text: string; idempotencyKey: string | null };

const none: MessageDraft = { text: '', idempotencyKey: null };

const thingOf = (ticketId: string, type: MessageType): string => `tickets/${ticketId}/${type}`;

/** Where what a person writes about a ticket is kept: a reply and a note are two drafts. */
export const messagePlace = (personId: string, ticketId: string, type: MessageType): DraftPlace => ({
  personId,
  thing: thingOf(ticketId, type),
});

/** Keeps a message's text; an empty one is forgotten. */
export const keepMessage = (place: DraftPlace, draft: MessageDraft): void =>
  keepDraft(place, draft.text === '' ? null : draft);

/** The message at a place, empty where there is none. */
export const useMessageDraft = (place: DraftPlace): MessageDraft => useDraft(place, readMessage) ?? none;

/** Whether a person has something unsent for a ticket. */
export const useHasMessageDraft = (personId: string, ticketId: string): boolean =>
  useHasDraft(
    personId,
    messageTypes.map(type => thingOf(ticketId, type)),
  );

function readMessage(stored: unknown): MessageDraft | null {
  if (typeof stored !== 'object' || stored === null || !('text' in stored)) return null;
  const { text, idempotencyKey } = { idempotencyKey: null, ...stored };
  if (typeof text !== 'string') return null;
  return { text, idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null };
}
