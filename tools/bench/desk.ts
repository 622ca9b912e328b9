import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { request } from 'undici';
import { scopes } from '#contract/enums';
import { startServerProcess } from '#server/testing/server-process';
import { startPostgres } from '../../e2e/postgres-process.ts';
import { runDeskCli } from '../../e2e/run-desk.ts';
import { benchAgent, createRunFolder, getGeneratedStore } from './generated-stores.ts';
import { startWatched, type WatchedServer } from './watched-server.ts';

/** An API on a copy of a generated store, and an agent in it. */
export type BenchDesk = {
  tickets: number;
  /** The SQLite file that the API serves, or that was copied to PostgreSQL. */
  file: string;
  /** The URL of its PostgreSQL database; undefined on SQLite. */
  databaseUrl?: string;
  /** The variables that select its store. */
  environment: Record<string, string>;
  /** The URL of the API with an IP address, which needs no DNS lookup. */
  url: string;
  /** API_PUBLIC_URL: the base of every `url` in its responses. */
  apiPublicUrl: string;
  /** The headers of the agent's requests. */
  headers: { authorization: string };
  agent: { id: string; name: string };
  server: WatchedServer;
  stop(): Promise<void>;
};

/**
 * Starts an API process on a temporary copy of the store, without rate limits.
 *
 * @param more environment variables
 */
export async function openBenchDesk(tickets: number, more: Record<string, string> = {}): Promise<BenchDesk> {
  const store = await copyStore(tickets);
  return openDesk(store, { DATA_DIR: store.dataDir }, more);
}

/**
 * Starts an API process like `openBenchDesk`, on a temporary PostgreSQL server with the same tickets.
 *
 * @param more environment variables
 */
export async function openPostgresDesk(tickets: number, more: Record<string, string> = {}): Promise<BenchDesk> {
  const store = await copyStore(tickets);
  const postgres = await startPostgres();
  const environment = { DATA_DIR: join(store.dataDir, 'postgres'), DATABASE_URL: postgres.url };
  const backup = join(store.dataDir, 'backup.db');
  await runDeskCli(store.dataDir, 'backup', backup);
  await runDeskCli(environment, 'restore', backup);
  await analyze(postgres.url);
  const desk = await openDesk(store, { ...environment, ...more });
  const stop = async () => {
    await desk.stop();
    await postgres.stop();
  };
  return { ...desk, databaseUrl: postgres.url, stop };
}

type CopiedStore = { tickets: number; dataDir: string; file: string };

async function copyStore(tickets: number): Promise<CopiedStore> {
  const store = await getGeneratedStore(tickets);
  const dataDir = await createRunFolder();
  const file = join(dataDir, 'stardesk.db');
  await copyFile(store, file, constants.COPYFILE_FICLONE);
  return { tickets, dataDir, file };
}

async function openDesk(
  { tickets, dataDir, file }: CopiedStore,
  environment: Record<string, string>,
  more: Record<string, string> = {},
): Promise<BenchDesk> {
  const tokenOptions = ['--person', benchAgent.email, '--scope', scopes.join(' ')];
  const token = await runDeskCli(environment, 'tokens', 'create', ...tokenOptions);
  const server = await startApi({ ...environment, ...more });
  const { url, publicUrl: apiPublicUrl } = server;
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await request(`${url}/v1/people/me`, { headers });
  const { id, name } = (await body.json()) as { id: string; name: string };
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  return { tickets, file, environment, url, apiPublicUrl, headers, agent: { id, name }, server, stop };
}

/** Collects the planner's statistics now, as autovacuum would some time later. */
async function analyze(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Starts an API without rate limits in its own process. */
export const startApi = (environment: Record<string, string>): Promise<WatchedServer> =>
  startWatched('api/main.ts', {
    API_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
    ...environment,
  });

/** Starts the baseline: the same responses from the same store with less code. */
export const startBaseline = ({ file, databaseUrl, apiPublicUrl, agent: { id, name } }: BenchDesk) =>
  startServerProcess(
    'tools/bench/baseline/main.ts',
    { NODE_ENV: 'production' },
    { args: [databaseUrl ?? file, apiPublicUrl, id, name] },
  );
