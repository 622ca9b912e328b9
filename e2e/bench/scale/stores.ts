import { constants, copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../postgres-process.ts';
import { runDesk } from '../run-desk.ts';
import { agent, keptStore, runFolder } from '../stores.ts';

/** The engines of a store, by their names. */
export const engines = ['SQLite', 'PostgreSQL'] as const;
export type Engine = (typeof engines)[number];

/** A store with generated tickets, for any number of processes. */
type Store = {
  /** What tells a process where it is. */
  environment: Record<string, string>;
  /** Of all that it keeps. */
  bytes: number;
  remove(): Promise<void>;
};

/** Makes a store that goes when it is removed. */
export const makeStore: Record<Engine, (tickets: number) => Promise<Store>> = {
  async SQLite(tickets) {
    const kept = await keptStore(tickets);
    const dataDir = await runFolder();
    await copyFile(kept, join(dataDir, 'stardesk.db'), constants.COPYFILE_FICLONE);
    const { size: bytes } = await stat(kept);
    return { environment: { DATA_DIR: dataDir }, bytes, remove: () => rm(dataDir, { recursive: true }) };
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

/** What a database does by itself in the hours after it was filled. @returns its size in bytes */
async function settle(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return Number(rows[0]?.bytes);
}
