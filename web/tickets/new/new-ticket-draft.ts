import { type DraftPlace, keepDraft, readDraft, useDraft } from '../../kept/drafts.ts';
import { isRecord } from '../../kept/is-record.ts';

/** What stands in the fields of a new ticket, by their names. */
export type TicketFields = Readonly<Record<string, string>>;

/** A ticket not made yet. `keptAt`: when it was last changed, in milliseconds since 1970. */
export type TicketDraft = {
  fields: TicketFields;
  /** The key of an attempt to make this very ticket whose end nobody knows. */
  idempotencyKey: string | null;
  keptAt: number;
};

/** Where a person's new ticket is kept until it is made. */
export const newTicketPlace = (personId: string): DraftPlace => ({ personId, thing: 'tickets/new' });

/** Fields that always say something: by themselves they make no draft. */
const chosen: readonly string[] = ['state', 'priority', 'assignee_id'];

const isEmpty = (fields: TicketFields): boolean =>
  Object.entries(fields).every(([name, value]) => chosen.includes(name) || value.trim() === '');

/** Keeps a person's new ticket; one in which nothing was written is forgotten. */
export const keepTicketDraft = (personId: string, draft: TicketDraft | null): void =>
  keepDraft(newTicketPlace(personId), draft === null || isEmpty(draft.fields) ? null : draft);

/** The ticket that a person has begun; null where there is none. */
export const findTicketDraft = (personId: string): TicketDraft | null =>
  readDraft(newTicketPlace(personId), readTicketDraft);

/** The ticket that a person has begun; null where there is none. */
export const useTicketDraft = (personId: string): TicketDraft | null =>
  useDraft(newTicketPlace(personId), readTicketDraft);

/** Forgets the draft that was made a ticket under this key, unless it was changed since. */
export function forgetMade(personId: string, idempotencyKey: string): void {
  if (findTicketDraft(personId)?.idempotencyKey === idempotencyKey) keepTicketDraft(personId, null);
}

/** What was stored, where it is the draft of a ticket. */
export function readTicketDraft(stored: unknown): TicketDraft | null {
  if (!isRecord(stored) || !isRecord(stored['fields'])) return null;
  const { fields, idempotencyKey, keptAt } = stored;
  return {
    fields: Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    keptAt: typeof keptAt === 'number' ? keptAt : 0,
  };
}
