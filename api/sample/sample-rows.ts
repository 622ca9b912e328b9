import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { SampleKind } from '../database/schema.ts';

const tables = { ticket: 'tickets', gist: 'gists', person: 'people' } as const satisfies Record<SampleKind, string>;

/**
 * Matches rows without watchers, stars, identities or OAuth records (sessions, grants, tokens). Adding these does not
 * change the version of a row. The stars of the sample data are as old as their gists, so they do not count.
 */
const isUnused: Record<SampleKind, RawBuilder<SqlBool>> = {
  ticket: sql`not exists (select 1 from watchers where ticket_n = item.n and watching = 1)`,
  gist: sql`not exists (select 1 from stars where gist_n = item.n and stars.created_at > item.created_at)`,
  person: sql`not exists (select 1 from identities where person_n = item.n)
    and not exists (select 1 from oauth_records where account_id = item.id)`,
};

/** Records that a row of this version is sample data. */
export const recordSampleRow = async (
  writes: WriteTransaction,
  kind: SampleKind,
  { id, version }: { id: string; version: number },
): Promise<void> => {
  await writes.insertInto('sample_rows').values({ kind, id, version }).execute();
};

/** Records that all tickets and gists of a new desk are sample data. */
export const recordTicketsAndGists = async (writes: WriteTransaction): Promise<void> => {
  for (const kind of ['ticket', 'gist'] as const)
    await sql`insert into sample_rows select ${kind}, id, version from ${sql.table(tables[kind])}`.execute(writes);
};

/** A sample row that still exists. `removable`: it is unchanged and not used. */
export type SampleRow = { kind: SampleKind; id: string; removable: boolean };

/** Lists the existing sample rows of a kind, oldest first. With an id, lists only this row. */
export const listSampleRows = async (queries: Queries, kind: SampleKind, id?: string): Promise<SampleRow[]> => {
  const { rows } = await sql<{ id: string; removable: number }>`
    select item.id, case when item.version = sample_rows.version and ${isUnused[kind]} then 1 else 0 end as removable
    from sample_rows join ${sql.table(tables[kind])} as item on item.id = sample_rows.id
    where sample_rows.kind = ${kind} ${id === undefined ? sql`` : sql`and item.id = ${id}`} order by item.n`.execute(
    queries,
  );
  return rows.map(row => ({ kind, id: row.id, removable: row.removable === 1 }));
};

/** Lists all sample rows that still exist, people last. */
export const listAllSampleRows = async (queries: Queries): Promise<SampleRow[]> => [
  ...(await listSampleRows(queries, 'ticket')),
  ...(await listSampleRows(queries, 'gist')),
  ...(await listSampleRows(queries, 'person')),
];
