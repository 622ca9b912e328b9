import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, createClock } from './clock.ts';
import { type ServerHost, startServerHost } from './server-host.ts';

/** The two processes that run the servers of successive desks. */
export type ServerHosts = {
  api: ServerHost;
  bff: ServerHost;
  /** The bff's clock. */
  clock: Clock;
  close: () => Promise<void>;
};

export async function startServerHosts(): Promise<ServerHosts> {
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const clock = await createClock(folder);
  const [api, bff] = [startServerHost('api/start.ts'), startServerHost('bff/start.ts', clock.env)];
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), bff.close()]);
    await rm(folder, { recursive: true });
  };
  return { api, bff, clock, close };
}
