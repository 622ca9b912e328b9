import { type DraftKey, getDraft, persistDraft, useDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';
import { ticketFields } from '../edit/ticket-fields.ts';

/** Value of the mailbox field for a ticket without a mailbox. An empty value means the default mailbox. */
export const noMailbox = 'none';

export type NewTicketValues = Readonly<Record<string, string>>;

/** An unsaved new ticket. `changedAt` is the time of the last change, in milliseconds since 1970. */
export type LocalTicketDraft = {
  fields: NewTicketValues;
  /** The key of an earlier attempt whose outcome is unknown. */
  idempotencyKey: string | null;
  changedAt: number;
};

export const getNewTicketDraftKey = (personId: string): DraftKey => ({ personId, path: 'tickets/new' });

/** Returns the non-empty typed values. Choices alone do not make a draft. */
export const listTypedValues = (fields: NewTicketValues): string[] =>
  Object.entries(ticketFields).flatMap(([name, { kind }]) => (kind === 'choice' ? [] : fields[name]?.trim() || []));

/** Stores a person's new ticket, or removes it if no text was typed. */
export const storeTicketDraft = (personId: string, draft: LocalTicketDraft | null): void =>
  persistDraft(getNewTicketDraftKey(personId), draft && listTypedValues(draft.fields).length > 0 ? draft : null);

/** Returns the draft of a new ticket; null if it is missing or malformed. */
export const findTicketDraft = (personId: string): LocalTicketDraft | null =>
  getDraft(getNewTicketDraftKey(personId), parseTicketDraft);

/** Subscribes to the draft of a new ticket. Null if it is missing or malformed. */
export const useTicketDraft = (personId: string): LocalTicketDraft | null =>
  useDraft(getNewTicketDraftKey(personId), parseTicketDraft);

/** Removes the draft that was sent with this key, unless it has changed since. */
export function removeCreatedDraft(personId: string, idempotencyKey: string): void {
  if (findTicketDraft(personId)?.idempotencyKey === idempotencyKey) storeTicketDraft(personId, null);
}

/**
 * Parses a stored draft; null if it is malformed. Drops fields that are not text. Earlier versions stored `changedAt`
 * as `keptAt`.
 */
export function parseTicketDraft(stored: unknown): LocalTicketDraft | null {
  if (!isRecord(stored) || !isRecord(stored['fields'])) return null;
  const { fields, idempotencyKey, keptAt, changedAt = keptAt } = stored;
  return {
    fields: Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    changedAt: typeof changedAt === 'number' ? changedAt : 0,
  };
}
