import type { PresenceMode } from '#contract/enums';
import type { Database } from '../database/database.ts';
import { createPresenceRows, type PresenceRow } from './entries.ts';

/** Stores announcements of people who have a ticket open. Times are milliseconds since 1970. */
export type PresenceStore = {
  /** Adds or renews an announcement of a person on a ticket. */
  announce(ticketId: string, personId: string, mode: PresenceMode, now: number): Promise<void>;
  /** Removes all announcements of a person on a ticket. */
  remove(ticketId: string, personId: string): Promise<void>;
  /** Lists the unexpired announcements on these tickets, or on all tickets. */
  list(now: number, ticketIds?: readonly string[]): Promise<PresenceRow[]>;
};

/** Creates a store: a table on PostgreSQL, or memory on SQLite, where each write to a table syncs the disk. */
export const createPresenceStore = (database: Database): PresenceStore =>
  database.engine === 'sqlite' ? createMemoryStore() : createTableStore(database);

const createMemoryStore = (): PresenceStore => {
  const rows = new Map<string, PresenceRow>();
  return {
    async announce(ticketId, personId, mode, now) {
      for (const [key, { expires_at }] of rows) if (expires_at <= now) rows.delete(key);
      for (const row of createPresenceRows(ticketId, personId, mode, now)) {
        const key = `${ticketId}/${personId}/${row.mode}`;
        rows.set(key, { ...row, since: rows.get(key)?.since ?? now });
      }
    },
    async remove(ticketId, personId) {
      for (const [key, row] of rows) if (row.ticket_id === ticketId && row.person_id === personId) rows.delete(key);
    },
    list: async (now, ticketIds) =>
      [...rows.values()].filter(
        row => row.expires_at > now && (ticketIds === undefined || ticketIds.includes(row.ticket_id)),
      ),
  };
};

const createTableStore = ({ read, transaction }: Database): PresenceStore => ({
  async announce(ticketId, personId, mode, now) {
    await transaction(writes =>
      writes
        .insertInto('presence')
        .values(createPresenceRows(ticketId, personId, mode, now))
        .onConflict(conflict =>
          conflict.columns(['ticket_id', 'person_id', 'mode']).doUpdateSet(({ eb, ref }) => ({
            since: eb
              .case()
              .when('presence.expires_at', '>', now)
              .then(ref('presence.since'))
              .else(ref('excluded.since'))
              .end(),
            expires_at: ref('excluded.expires_at'),
          })),
        )
        .execute(),
    );
  },
  async remove(ticketId, personId) {
    await transaction(writes =>
      writes.deleteFrom('presence').where('ticket_id', '=', ticketId).where('person_id', '=', personId).execute(),
    );
  },
  list: (now, ticketIds) =>
    read
      .selectFrom('presence')
      .selectAll()
      .where('expires_at', '>', now)
      .$if(ticketIds !== undefined, narrow => narrow.where('ticket_id', 'in', ticketIds ?? []))
      .execute(),
});

/** Deletes expired announcements from the table. The store in memory deletes its expired announcements itself. */
export const deleteExpiredPresence = async ({ engine, transaction }: Database, now: number): Promise<void> => {
  if (engine === 'sqlite') return;
  await transaction(writes => writes.deleteFrom('presence').where('expires_at', '<=', now).execute());
};
