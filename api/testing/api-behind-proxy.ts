import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTcpProxy, type TcpProxy } from '#server/testing/tcp-proxy';
import { addOneAdministrator } from './administrators.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import { expectConsistentStore } from './outages.ts';
import { createTestDatabase, type TestDatabase, testProfile } from './postgres.ts';

/** An API process with its PostgreSQL behind a proxy, and a direct connection for tests. */
export type ApiBehindProxy = {
  store: TestDatabase;
  proxy: TcpProxy;
  api: ApiProcess;
  /** The token of the only administrator of the desk. */
  token: string;
  /** A direct connection to the store. */
  directClient: Client;
  /** Stops the process, runs all checks on the store, and drops it. */
  close(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

/** @param env additional environment variables of the process */
export const startApiBehindProxy = async (env: Record<string, string> = {}): Promise<ApiBehindProxy> => {
  const store = await createTestDatabase();
  const { databaseUrl } = store;
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-proxy-'));
  const token = await addOneAdministrator({ dataDir: '', databaseUrl });
  const proxy = await createTcpProxy(databaseUrl);
  const storeEnv = { DATA_DIR: dataDir, DATABASE_URL: proxy.url, DATABASE_PROFILE: testProfile };
  const api = await startApiProcess({ ...storeEnv, SAMPLE_DATA: 'false', ...env });
  const directClient = new Client({ connectionString: databaseUrl });
  await directClient.connect();
  const close = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    await api.stop(signal);
    await proxy.close();
    await directClient.end();
    await expectConsistentStore({ dataDir: '', databaseUrl });
    await store.drop();
    await rm(dataDir, { recursive: true });
  };
  return { store, proxy, api, token, directClient, close };
};
