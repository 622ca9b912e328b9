import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDesk } from './bench/run-desk.ts';
import { startServer } from './server-process.ts';

/** Somebody who can sign in. */
export type Person = { name: string; email: string; password: string };

/** Who signs in. */
export const administrator: Person = {
  name: 'Administrator',
  email: 'admin@stardesk.local',
  password: 'a long enough password',
};

/** A running Stardesk with its sample data, and an empty past. */
export type Desk = {
  url: string;
  apiUrl: string;
  /** Lets an agent sign in who has done nothing yet. */
  addPerson: (name: string) => Promise<Person>;
  stop: () => Promise<void>;
};

/** Starts api and bff as processes of their own on free ports, with a data directory that goes when they do. */
export async function startDesk(): Promise<Desk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const shared = {
    DATA_DIR: dataDir,
    // The authorization server must know where the bff will be before the bff can be told where the api is.
    PORT: String(await findFreePort()),
    OAUTH_CLIENT_ID: 'bff',
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'info',
  };
  const api = await startServer('api/main.ts', {
    ...shared,
    API_PORT: '0',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  const bff = await startServer('bff/main.ts', {
    ...shared,
    API_URL: api.url,
    API_PUBLIC_URL: api.url,
    SESSION_KEYS: randomBytes(32).toString('hex'),
  });
  const stop = async (): Promise<void> => {
    await bff.stop();
    await api.stop();
    await rm(dataDir, { recursive: true });
  };
  const addPerson = async (name: string): Promise<Person> => {
    const person = { name, email: `${name.toLowerCase()}@stardesk.local`, password: administrator.password };
    await runDesk(dataDir, 'people', 'add', person.email, '--name', name, '--password', person.password);
    return person;
  };
  return { url: bff.url, apiUrl: api.url, addPerson, stop };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was free');
  return address.port;
}
