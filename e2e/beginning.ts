import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDesk } from './bench/run-desk.ts';
import { administrator } from './people.ts';
import type { ServerHost } from './server-host.ts';

/** What every desk of a run begins with: the data directory of one that was set up and stopped. */
export type Beginning = {
  dataDir: string;
  /** Lets whoever holds it add people, on every desk that begins like this. */
  token: string;
  remove: () => Promise<void>;
};

/** Sets a desk up with its sample data, to be copied: that takes a third of the time. */
export async function makeBeginning(host: ServerHost): Promise<Beginning> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const api = await host.start({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    API_PORT: '0',
    SAMPLE_DATA: 'on',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  await api.stop();
  const token = await runDesk(dataDir, 'tokens', 'create', '--person', administrator.email, '--scope', 'people:write');
  return { dataDir, token, remove: () => rm(dataDir, { recursive: true }) };
}
