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
  gate: TcpProxy;
  api: ApiProcess;
  /** Token of the desk's only administrator. */
  token: string;
  /** A direct connection to the store. */
  administrator: Client;
  /** Stops the process, runs all checks on the store, and drops it. */
  close(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

/** @param env additional environment variables of the process */
export const startApiBehindProxy = async (env: Record<string, string> = {}): Promise<ApiBehindProxy> => {
  const store = await createTestDatabase();
  const { databaseUrl } = store;
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-gate-'));
  const token = await addOneAdministrator({ dataDir: '', databaseUrl });
  const gate = await createTcpProxy(databaseUrl);
  const storeEnv = { DATA_DIR: dataDir, DATABASE_URL: gate.url, DATABASE_PROFILE: testProfile };
  const api = await startApiProcess({ ...storeEnv, SAMPLE_DATA: 'false', ...env });
  const administrator = new Client({ connectionString: databaseUrl });
  await administrator.connect();
  const close = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    await api.stop(signal);
    await gate.close();
    await administrator.end();
    await expectConsistentStore({ dataDir: '', databaseUrl });
    await store.drop();
    await rm(dataDir, { recursive: true });
  };
  return { store, gate, api, token, administrator, close };
};
