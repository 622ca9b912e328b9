import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administrator } from './people.ts';
import { runDeskCli } from './run-desk.ts';
import type { ServerHost } from './server-host.ts';

/** The data directory of an initialized desk. Every desk of a worker is a copy of it. */
export type DeskTemplate = {
  dataDir: string;
  /** An access token that may add people on every copy. */
  token: string;
  remove: () => Promise<void>;
};

/** Initializes a desk, with or without sample data. Copying the desk takes a third as long. */
export async function createDeskTemplate(host: ServerHost, sampleData: 'on' | 'off'): Promise<DeskTemplate> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const api = await host.start({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    API_PORT: '0',
    SAMPLE_DATA: sampleData,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  await api.stop();
  const token = await runDeskCli(
    dataDir,
    'tokens',
    'create',
    '--person',
    administrator.email,
    '--scope',
    'people:write',
  );
  return { dataDir, token, remove: () => rm(dataDir, { recursive: true }) };
}
