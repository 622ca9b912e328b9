import type { Ticket } from '#contract';
import { call } from '../../api.ts';
import { isConflict } from '../../api-errors.ts';
import { type LogEntry, readChangeLog } from './change-log.ts';
import { changedFields, type FieldName, fieldsOf, mergeChange, pickFields, type TicketChange } from './merge.ts';

/** A ticket as somebody saw it, whole or a row of a list: at least the fields that are to be changed. */
export type SeenTicket = Pick<Ticket, 'id' | 'version'> & TicketChange;

/** A field that somebody else changed while an edit was on its way. Who and when, where the change log could tell. */
export type TheirEdit = { field: FieldName; personId: string | null; at: string | null };

/** What came of an edit. */
export type Patched = {
  /** The ticket as it is stored now. */
  ticket: Ticket;
  /** Whether it took a change; what was stored already needs none. */
  sent: boolean;
  /** Whether it had changed since it was seen, be it only by a message. */
  moved: boolean;
  /** What others did meanwhile, and the ticket as it was with that alone; null where nobody did anything. */
  merged: { theirs: Ticket; theirEdits: readonly TheirEdit[] } | null;
};

/** Others changed the same fields, to something else. Nothing was stored. */
export class Clash extends Error {
  /** The fields in question. */
  readonly fields: readonly FieldName[];
  /** What the edit was made on, what it wanted, and what is stored now. */
  readonly base: SeenTicket;
  readonly mine: TicketChange;
  readonly theirs: Ticket;
  readonly theirEdits: readonly TheirEdit[];

  constructor(
    fields: readonly FieldName[],
    base: SeenTicket,
    mine: TicketChange,
    theirs: Ticket,
    theirEdits: readonly TheirEdit[],
  ) {
    super(`Somebody else changed ${fields.join(', ')}`);
    this.name = 'Clash';
    this.fields = fields;
    this.base = base;
    this.mine = mine;
    this.theirs = theirs;
    this.theirEdits = theirEdits;
  }
}

const mostTries = 5;

type PatchOptions = {
  /** What is known to be stored, where that is newer than what was seen: the answer to the edit before. */
  known?: Ticket | null;
  /** Who sends it. A change of theirs that made the very next version is this one, whose answer was lost on the way. */
  by?: string;
  /** Whether an earlier page sent it: then it may also have made a later version. */
  sentBefore?: boolean;
};

/**
 * PATCH /tickets/{ticket_id} on the version that was seen. Where the ticket has changed since, the change is merged with
 * what is stored and sent on that; what is stored already counts as done.
 *
 * @throws {Clash} others changed the same fields
 * @throws {ApiError} the change is refused, or the ticket changes faster than it can be read
 * @throws {NetworkError}
 */
export async function patchTicket(
  seen: SeenTicket,
  change: TicketChange,
  { known = null, by, sentBefore = false }: PatchOptions = {},
): Promise<Patched> {
  const before = known ?? seen;
  let mine = change;
  let stored = known;
  let log: readonly LogEntry[] = [];
  for (let tries = 1; ; tries++) {
    const { change: rest, clashes } = mergeChange(seen, mine, stored ?? seen);
    const theirEdits = stored ? theirEditsIn(before, stored, log) : [];
    if (stored && clashes.length > 0) throw new Clash(clashes, seen, mine, stored, theirEdits);
    const merged = stored && theirEdits.length > 0 ? { theirs: stored, theirEdits } : null;
    const moved = tries > 1;
    if (fieldsOf(rest).length === 0)
      return { ticket: stored ?? (await readTicket(seen.id)), sent: false, moved, merged };
    try {
      return { ticket: await send(seen.id, rest, (stored ?? seen).version), sent: true, moved, merged };
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
    }
    // Without the log it is not known who; what is there is in the ticket.
    [stored, log] = await Promise.all([readTicket(seen.id), readChangeLog(seen.id, before.version).catch(() => [])]);
    const own = log.filter(each => each.person_id === by && (sentBefore || each.version === before.version + 1));
    mine = withoutDone(change, own);
  }
}

const send = async (id: string, body: TicketChange, ifVersion: number): Promise<Ticket> =>
  (await call('PATCH /tickets/{ticket_id}', { params: { ticket_id: id }, body, ifVersion })).body;

const readTicket = async (id: string): Promise<Ticket> =>
  (await call('GET /tickets/{ticket_id}', { params: { ticket_id: id } })).body;

/** The fields that are not what they were before, each with the last who changed it. */
const theirEditsIn = (before: TicketChange, stored: Ticket, log: readonly LogEntry[]): TheirEdit[] =>
  changedFields(before, stored).map(field => {
    const entry = log.findLast(({ changes }) => field in changes);
    return { field, personId: entry?.person_id ?? null, at: entry?.created_at ?? null };
  });

/**
 * What of a change is still to be done. A field that the sender has already set to the wanted value, as the log says, was
 * stored by an attempt whose answer was lost; whoever has changed it since knew that value, and theirs stays.
 *
 * @param own the entries of the log that may be earlier attempts at this change
 */
const withoutDone = (change: TicketChange, own: readonly LogEntry[]): TicketChange =>
  pickFields(
    change,
    fieldsOf(change).filter(
      field => !own.some(({ changes }) => JSON.stringify(changes[field]?.new) === JSON.stringify(change[field])),
    ),
  );
