import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startPostgres } from '../../postgres-process.ts';
import { runDesk } from '../run-desk.ts';
import { agent, keptStore, runFolder } from '../stores.ts';

/** The engines of a store, by their names. */
export const engines = ['SQLite', 'PostgreSQL'] as const;
export type Engine = (typeof engines)[number];

/** What a store takes: tables, their indexes, and what finds words; and how much of it is what people wrote. */
export type Bytes = { rows: number; indexes: number; search: number; text: number };

/** A store with generated tickets, for any number of processes. */
type Store = {
  /** What tells a process where it is. */
  environment: Record<string, string>;
  bytes: Bytes;
  remove(): Promise<void>;
};

/** Makes a store that goes when it is removed. */
export const makeStore: Record<Engine, (tickets: number) => Promise<Store>> = {
  async SQLite(tickets) {
    const kept = await keptStore(tickets);
    const dataDir = await runFolder();
    await copyFile(kept, join(dataDir, 'stardesk.db'), constants.COPYFILE_FICLONE);
    return {
      environment: { DATA_DIR: dataDir },
      bytes: measureFile(kept),
      remove: () => rm(dataDir, { recursive: true }),
    };
  },
  async PostgreSQL(tickets) {
    const [dataDir, server] = await Promise.all([runFolder(), startPostgres({ durable: true })]);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: server.url };
    await runDesk(environment, 'people', 'add', agent.email, '--role', 'agent', '--name', agent.name);
    await runDesk(environment, 'sample', '--tickets', String(tickets));
    const bytes = await settle(server.url);
    const remove = async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    };
    return { environment, bytes, remove };
  },
};

const text = `(SELECT coalesce(sum(octet_length(subject) + octet_length(description)), 0) FROM tickets)
  + (SELECT coalesce(sum(octet_length(body)), 0) FROM messages)`;

const isSearch = "(name LIKE 'ticket_search%' OR name LIKE 'ticket_words%')";

function measureFile(file: string): Bytes {
  const store = new DatabaseSync(file, { readOnly: true });
  const bytes = store
    .prepare(
      `SELECT sum(pgsize) FILTER (WHERE ${isSearch}) AS search,
        sum(pgsize) FILTER (WHERE NOT ${isSearch} AND name IN (SELECT name FROM sqlite_schema WHERE type = 'index')) AS indexes,
        sum(pgsize) FILTER (WHERE NOT ${isSearch} AND name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'index')) AS rows,
        ${text} AS text
      FROM dbstat`,
    )
    .get();
  store.close();
  return readBytes(bytes);
}

/** What a database does by itself in the hours after it was filled. @returns what it takes then */
async function settle(url: string): Promise<Bytes> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(oid)) FILTER (WHERE ${isSearch}) AS search,
      sum(pg_indexes_size(oid)) FILTER (WHERE NOT ${isSearch}) AS indexes,
      sum(pg_table_size(oid)) FILTER (WHERE NOT ${isSearch}) AS rows,
      ${text} AS text
    FROM (SELECT oid, relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS tables`,
  );
  await client.end();
  return readBytes(rows[0]);
}

const readBytes = (row: Record<string, unknown> | undefined): Bytes => ({
  rows: Number(row?.['rows']),
  indexes: Number(row?.['indexes']),
  search: Number(row?.['search']),
  text: Number(row?.['text']),
});
