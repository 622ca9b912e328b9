import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Insertable, sql } from 'kysely';
import type { EventKind, EventType } from '#contract/resources';
import { announce } from './commit-topics.ts';
import { addToCounters, type CounterChange } from './counters.ts';
import type { WriteTransaction } from './database.ts';
import { prepareWrite } from './prepare-query.ts';
import type { EventTable } from './schema.ts';

/**
 * The author and time of a change. The author is a person with the client they used. The time is in milliseconds since
 * 1970.
 */
export type Actor = {
  personId: string;
  /** Null without an API client: for commands, sample data and automatic changes. */
  clientId: string | null;
  now: number;
  /** True for an import or automatic mail. Such a change creates no notifications and adds no watchers. */
  isSilent?: boolean;
};

/** Replaces a value that is too large for the log. `length` is in UTF-8 bytes, `sha256` in hex. */
type Digest = { length: number; sha256: string };

/** The old and new value of each changed field; null means a missing value. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

export type EventDraft = {
  type: EventType;
  id: string;
  /** Set for tickets and messages. */
  ticketId?: string;
  /** The only person who may read this event; undefined for everyone. */
  privateTo?: string | undefined;
  version: number;
  changes?: Changes;
};

/** The topic of commits with new events: see `Database.subscribe`. */
export const eventTopic = 'events';

/** Longer values are stored as a digest. */
const maxValueBytes = 1024;

/**
 * Appends events in the transaction of the change. Call it after the transaction has acquired all other locks. The
 * counter stays locked until the commit, so event numbers become visible in ascending order.
 * @param changed counters to advance as well, in the same statement
 */
export const appendEvents = async (
  writes: WriteTransaction,
  entries: readonly (EventDraft & Actor)[],
  changed: readonly CounterChange[] = [],
): Promise<void> => {
  announce(writes, eventTopic);
  await addToCounters(writes, [...changed, ['event.id', entries.length]]);
  for (const [index, entry] of entries.entries()) {
    await insertEvent(writes, {
      before_last: entries.length - 1 - index,
      type: entry.type,
      kind: getEventKind(entry.type),
      resource_id: entry.id,
      ticket_id: entry.ticketId ?? null,
      private_to: entry.privateTo ?? null,
      version: entry.version,
      person_id: entry.personId,
      client_id: entry.clientId,
      created_at: entry.now,
      silent: entry.isSilent ? 1 : 0,
      changes: JSON.stringify(entry.changes ?? {}),
    });
  }
};

type EventValues = Omit<Insertable<EventTable>, 'n' | 'silent'> & { silent: number; before_last: number };

/** Numbers the event by the counter, which this transaction has just advanced. */
const insertEvent = prepareWrite<EventValues>((writes, value) => {
  const last = writes.selectFrom('counters').select('value').where('name', '=', 'event.id');
  return writes.insertInto('events').values({
    n: sql<number>`${last} - cast(${value('before_last')} as bigint)`,
    type: value('type'),
    kind: value('kind'),
    resource_id: value('resource_id'),
    ticket_id: value('ticket_id'),
    private_to: value('private_to'),
    version: value('version'),
    person_id: value('person_id'),
    client_id: value('client_id'),
    created_at: value('created_at'),
    silent: value('silent'),
    changes: value('changes'),
  });
});

/** Clears the values that a deleted resource left in the log. Author, time and event type remain. */
export const clearEventValues = async (
  writes: WriteTransaction,
  { kind, id, ticketId }: { kind?: EventKind; id?: string; ticketId?: string },
): Promise<void> => {
  await writes
    .updateTable('events')
    .set({ changes: '{}' })
    .$if(kind !== undefined, narrow => narrow.where('kind', '=', kind ?? 'ticket'))
    .$if(id !== undefined, narrow => narrow.where('resource_id', '=', id ?? ''))
    .$if(ticketId !== undefined, narrow => narrow.where('ticket_id', '=', ticketId ?? ''))
    .execute();
};

/** Hides the events of a gist from everyone except its owner. */
export const hideEvents = async (writes: WriteTransaction, gistId: string, ownerId: string): Promise<void> => {
  await writes
    .updateTable('events')
    .set({ private_to: ownerId })
    .where('kind', '=', 'gist')
    .where('resource_id', '=', gistId)
    .execute();
};

/** Lists the fields that differ between two drafts of a resource; `before` is null for a new resource. */
export const diffFields = (before: object | null, after: object): Changes => {
  const old = { ...before } as Record<string, unknown>;
  const current = { ...after } as Record<string, unknown>;
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  const changedNames = [...names].filter(name => !isDeepStrictEqual(old[name] ?? null, current[name] ?? null));
  return Object.fromEntries(
    changedNames.map(name => [name, { old: toLoggedValue(old[name]), new: toLoggedValue(current[name]) }]),
  );
};

const toLoggedValue = (value: unknown = null): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const length = Buffer.byteLength(text);
  if (length <= maxValueBytes) return value;
  return { length, sha256: createHash('sha256').update(text).digest('hex') } satisfies Digest;
};

/** `ticket.closed` → `ticket`. */
export const getEventKind = (type: EventType): EventKind => type.split('.', 1)[0] as EventKind;
