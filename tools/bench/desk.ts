import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { scopes } from '#contract/enums';
import { startServerProcess } from '#server/testing/server-process';
import { runDeskCli } from '../../e2e/run-desk.ts';
import { benchAgent, createRunFolder, getGeneratedStore } from './generated-stores.ts';
import { startWatched, type WatchedServer } from './watched-server.ts';

/** An API on a copy of a generated store, and an agent in it. */
export type BenchDesk = {
  tickets: number;
  /** The SQLite file that it serves. */
  file: string;
  /** The URL with an IP address, which needs no lookup. */
  url: string;
  /** API_PUBLIC_URL: the base of every `url` in its responses. */
  publicUrl: string;
  /** The headers of the agent's requests. */
  headers: { authorization: string };
  agent: { id: string; name: string };
  server: WatchedServer;
  stop(): Promise<void>;
};

/**
 * Starts the API in its own process, without rate limits, on a copy of the store that is deleted when it stops.
 *
 * @param more environment variables
 */
export async function openBenchDesk(tickets: number, more: Record<string, string> = {}): Promise<BenchDesk> {
  const store = await getGeneratedStore(tickets);
  const dataDir = await createRunFolder();
  const file = join(dataDir, 'stardesk.db');
  await copyFile(store, file, constants.COPYFILE_FICLONE);
  const token = await runDeskCli(
    dataDir,
    'tokens',
    'create',
    '--person',
    benchAgent.email,
    '--scope',
    scopes.join(' '),
  );
  const server = await startApi({ DATA_DIR: dataDir, ...more });
  const { url, publicUrl } = server;
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await request(`${url}/v1/people/me`, { headers });
  const { id, name } = (await body.json()) as { id: string; name: string };
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  return { tickets, file, url, publicUrl, headers, agent: { id, name }, server, stop };
}

const startApi = (more: Record<string, string>): Promise<WatchedServer> =>
  startWatched('api/main.ts', {
    API_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
    ...more,
  });

/** Starts the baseline, which returns the same from the same store with less code in between. */
export const startBaseline = ({ file, publicUrl, agent: { id, name } }: BenchDesk) =>
  startServerProcess('tools/bench/baseline/main.ts', { NODE_ENV: 'production' }, { args: [file, publicUrl, id, name] });
