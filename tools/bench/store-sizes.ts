import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startPostgres } from '../../e2e/postgres-process.ts';
import { runDeskCli } from '../../e2e/run-desk.ts';
import { benchAgent, createRunFolder, getGeneratedStore } from './generated-stores.ts';

export const engines = ['SQLite', 'PostgreSQL'] as const;
type Engine = (typeof engines)[number];

/** The bytes of a store's tables, indexes and search index. `text` is the UTF-8 text that people wrote. */
export type StoreSizes = { tables: number; indexes: number; search: number; text: number };

export const measureStoreSize: Record<Engine, (tickets: number) => Promise<StoreSizes>> = {
  SQLite: async tickets => measureFile(await getGeneratedStore(tickets)),
  async PostgreSQL(tickets) {
    const [dataDir, server] = await Promise.all([createRunFolder(), startPostgres()]);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: server.url };
    try {
      await runDeskCli(environment, 'people', 'add', benchAgent.email, '--role', 'agent', '--name', benchAgent.name);
      await runDeskCli(environment, 'sample', '--tickets', String(tickets));
      return await vacuumAndMeasure(server.url);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true });
    }
  },
};

const textBytes = `(SELECT coalesce(sum(octet_length(subject) + octet_length(description)), 0) FROM tickets)
  + (SELECT coalesce(sum(octet_length(body)), 0) FROM messages)`;

const isSearchTable = "(name LIKE 'ticket_search%' OR name LIKE 'ticket_words%' OR name LIKE 'search_words%')";

function measureFile(file: string): StoreSizes {
  const store = new DatabaseSync(file, { readOnly: true });
  const bytes = store
    .prepare(
      `SELECT sum(pgsize) FILTER (WHERE ${isSearchTable}) AS search,
        sum(pgsize) FILTER (WHERE NOT ${isSearchTable} AND name IN (SELECT name FROM sqlite_schema WHERE type = 'index')) AS indexes,
        sum(pgsize) FILTER (WHERE NOT ${isSearchTable} AND name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'index')) AS tables,
        ${textBytes} AS text
      FROM dbstat`,
    )
    .get();
  store.close();
  return readBytes(bytes);
}

/** Runs the maintenance that PostgreSQL does in the hours after inserts. @returns the sizes afterwards */
async function vacuumAndMeasure(url: string): Promise<StoreSizes> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(oid)) FILTER (WHERE ${isSearchTable}) AS search,
      sum(pg_indexes_size(oid)) FILTER (WHERE NOT ${isSearchTable}) AS indexes,
      sum(pg_table_size(oid)) FILTER (WHERE NOT ${isSearchTable}) AS tables,
      ${textBytes} AS text
    FROM (SELECT oid, relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS tables`,
  );
  await client.end();
  return readBytes(rows[0]);
}

const readBytes = (row: Record<string, unknown> | undefined): StoreSizes => ({
  tables: Number(row?.['tables']),
  indexes: Number(row?.['indexes']),
  search: Number(row?.['search']),
  text: Number(row?.['text']),
});
