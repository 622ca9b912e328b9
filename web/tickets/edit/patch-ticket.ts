import type { Event, Ticket } from '#contract';
import { call } from '../../api-client/client.ts';
import { isConflict } from '../../api-client/errors.ts';
import { findDifferentFields, mergeChange } from './merge-change.ts';
import { type FieldName, listFields, pickTicketFields, type TicketChange } from './ticket-fields.ts';

/** A ticket as the person saw it, with at least the changed fields. */
export type SeenTicket = Pick<Ticket, 'id' | 'version'> & TicketChange;

/** A field that was changed concurrently. Person and time are null if the change log lacks them. */
export type ConcurrentEdit = { field: FieldName; personId: string | null; at: string | null };

export type PatchResult = {
  ticket: Ticket;
  /** False if the values were already stored. */
  wasSent: boolean;
  /** True if the ticket had changed since this page loaded it. A new message is a change. */
  hadChanged: boolean;
  /**
   * Concurrent edits, including those by the sender, and the ticket with only these edits. Null without concurrent
   * edits.
   */
  merged: { stored: Ticket; concurrentEdits: readonly ConcurrentEdit[] } | null;
};

/** Thrown if the same fields were changed elsewhere and the changes cannot be merged. Nothing was stored. */
export class EditConflictError extends Error {
  readonly fields: readonly FieldName[];
  /** The ticket on which the edit is based, the edit, and the stored ticket. */
  readonly base: SeenTicket;
  readonly own: TicketChange;
  readonly stored: Ticket;
  readonly concurrentEdits: readonly ConcurrentEdit[];

  constructor(
    fields: readonly FieldName[],
    base: SeenTicket,
    own: TicketChange,
    stored: Ticket,
    concurrentEdits: readonly ConcurrentEdit[],
  ) {
    super(`Someone else changed ${fields.join(', ')}`);
    this.name = 'EditConflictError';
    this.fields = fields;
    this.base = base;
    this.own = own;
    this.stored = stored;
    this.concurrentEdits = concurrentEdits;
  }
}

const maxAttempts = 5;

type PatchOptions = {
  /** A stored ticket newer than the seen ticket, such as the previous edit's response. */
  known?: Ticket | null;
  /**
   * The sender. If the sender created the next version, it may contain this change: the response may have been lost.
   */
  senderId?: string;
  /**
   * True if the edit was sent before, for example by an earlier page. Any later version may then contain this change.
   */
  sentBefore?: boolean;
};

/**
 * PATCH /tickets/{ticket_id} with the seen version. If the ticket has changed since, merges the change with the stored
 * ticket and retries. Values that are already stored count as success.
 *
 * @throws {EditConflictError} the same fields were changed elsewhere and cannot be merged
 * @throws {ApiError} the request is rejected, or the ticket keeps changing between read and write
 * @throws {NetworkError} a request got no response
 */
export async function patchTicket(
  seen: SeenTicket,
  change: TicketChange,
  { known = null, senderId, sentBefore = false }: PatchOptions = {},
): Promise<PatchResult> {
  const before = known ?? seen;
  let own = change;
  let stored = known;
  let log: readonly ChangeLogEntry[] = [];
  for (let attempt = 1; ; attempt++) {
    const { change: unsaved, conflicts } = mergeChange(seen, own, stored ?? seen);
    const concurrentEdits = stored ? findConcurrentEdits(before, stored, log) : [];
    if (stored && conflicts.length > 0) throw new EditConflictError(conflicts, seen, own, stored, concurrentEdits);
    const merged = stored && concurrentEdits.length > 0 ? { stored, concurrentEdits } : null;
    const hadChanged = attempt > 1;
    if (listFields(unsaved).length === 0)
      return { ticket: stored ?? (await readTicket(seen.id)), wasSent: false, hadChanged, merged };
    try {
      return { ticket: await send(seen.id, unsaved, (stored ?? seen).version), wasSent: true, hadChanged, merged };
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error;
    }
    // The change log is optional. It names the people, and shows which values an earlier attempt
    // has stored.
    [stored, log] = await Promise.all([readTicket(seen.id), readChangeLog(seen.id, before.version).catch(() => [])]);
    const ownEntries = log.filter(
      each => each.person_id === senderId && (sentBefore || each.version === before.version + 1),
    );
    own = omitStored(change, ownEntries);
  }
}

const send = async (id: string, body: TicketChange, ifVersion: number): Promise<Ticket> =>
  (await call('PATCH /tickets/{ticket_id}', { params: { ticket_id: id }, body, ifVersion })).body;

const readTicket = async (id: string): Promise<Ticket> =>
  (await call('GET /tickets/{ticket_id}', { params: { ticket_id: id } })).body;

const logFields = ['version', 'person_id', 'created_at', 'changes'] as const;

/** A change to a ticket: its version, and its fields with old and new values. */
type ChangeLogEntry = Pick<Event, (typeof logFields)[number]>;

/**
 * Reads the changes to a ticket after a version, oldest first, at most 100. Events of messages are left out, because
 * their versions are those of the messages.
 */
async function readChangeLog(ticketId: string, since: number): Promise<ChangeLogEntry[]> {
  const type = 'ticket.updated,ticket.closed,ticket.reopened';
  const query = { ticket_id: ticketId, type, fields: logFields.join(','), per_page: '100' };
  const { body } = await call('GET /events', { query });
  return body.filter(({ version }) => version > since).toReversed();
}

/** Returns the changed fields, each with the person who changed it last. */
const findConcurrentEdits = (before: TicketChange, stored: Ticket, log: readonly ChangeLogEntry[]): ConcurrentEdit[] =>
  findDifferentFields(before, stored).map(field => {
    const entry = log.findLast(({ changes }) => field in changes);
    return { field, personId: entry?.person_id ?? null, at: entry?.created_at ?? null };
  });

/**
 * Omits fields that an earlier attempt has stored, according to the change log. The response to that attempt was lost.
 * If another person has changed the field since, that person saw the stored value, so the newer value stays.
 *
 * @param ownEntries log entries that may be earlier attempts at this change
 */
const omitStored = (change: TicketChange, ownEntries: readonly ChangeLogEntry[]): TicketChange =>
  pickTicketFields(
    change,
    listFields(change).filter(
      field => !ownEntries.some(({ changes }) => JSON.stringify(changes[field]?.new) === JSON.stringify(change[field])),
    ),
  );
