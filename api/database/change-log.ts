import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EventKind, EventType } from '#contract/vocabulary';
import { advance } from './counters.ts';
import type { Writes } from './database.ts';

/** Who changes something through which program, and when, in milliseconds since 1970. */
export type By = {
  personId: string;
  /** Null for what no program of the API did: the sample. */
  clientId: string | null;
  now: number;
};

/** A value too large for the log: its length in UTF-8, and the sha256 of that in hex. */
type Digest = { length: number; sha256: string };

/** What a change did to each field; null is what was, or is, not there. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

/** One effective change. */
export type Entry = {
  type: EventType;
  id: string;
  /** Of a ticket or message. */
  ticketId?: string;
  /** The only person who may read of it; everybody when left out. */
  privateTo?: string | undefined;
  version: number;
  changes?: Changes;
};

/** Longer values are kept as a digest. */
const longestValue = 1024;

/**
 * Appends to the change log, in the transaction of the change and after everything else it locks: the counter stays
 * locked until the commit, so that no row with a lower number can appear after one with a higher.
 */
export const appendEvents = async (writes: Writes, entries: readonly (Entry & By)[]): Promise<void> => {
  const last = await advance(writes, 'event.id', entries.length);
  const rows = entries.map((entry, index) => ({
    n: last - entries.length + 1 + index,
    type: entry.type,
    kind: kindOf(entry.type),
    resource_id: entry.id,
    ticket_id: entry.ticketId ?? null,
    private_to: entry.privateTo ?? null,
    version: entry.version,
    person_id: entry.personId,
    client_id: entry.clientId,
    created_at: entry.now,
    changes: JSON.stringify(entry.changes ?? {}),
  }));
  await writes.insertInto('events').values(rows).execute();
};

/** Takes the values of a deleted thing out of the log; that it was changed, by whom and when, remains. */
export const purgeEvents = async (
  writes: Writes,
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

/** Hides what was logged of a gist from everybody but its owner. */
export const hideEvents = async (writes: Writes, gistId: string, ownerId: string): Promise<void> => {
  await writes
    .updateTable('events')
    .set({ private_to: ownerId })
    .where('kind', '=', 'gist')
    .where('resource_id', '=', gistId)
    .execute();
};

/** The fields that differ between two drafts of a thing; `before` is null for a new one. */
export const changesBetween = (before: object | null, after: object): Changes => {
  const old = { ...before } as Record<string, unknown>;
  const now = { ...after } as Record<string, unknown>;
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const changed = [...names].filter(name => !isDeepStrictEqual(old[name] ?? null, now[name] ?? null));
  return Object.fromEntries(changed.map(name => [name, { old: kept(old[name]), new: kept(now[name]) }]));
};

const kept = (value: unknown = null): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const length = Buffer.byteLength(text);
  if (length <= longestValue) return value;
  return { length, sha256: createHash('sha256').update(text).digest('hex') } satisfies Digest;
};

/** `ticket.closed` → `ticket`. */
export const kindOf = (type: EventType): EventKind => type.split('.', 1)[0] as EventKind;
