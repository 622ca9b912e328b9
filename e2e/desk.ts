import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDesk } from './bench/run-desk.ts';
import { findFreePorts } from './free-ports.ts';
import { startServer } from './server-process.ts';

/** Somebody who can sign in. */
export type Person = { name: string; email: string; password: string };

/** Who signs in. */
export const administrator: Person = {
  name: 'Administrator',
  email: 'admin@stardesk.local',
  password: 'a long enough password',
};

/** The id of the desk's own client. */
const ownClient = 'bff';

/** A running Stardesk with its sample data, and an empty past. */
export type Desk = {
  url: string;
  apiUrl: string;
  /** Lets an agent sign in who has done nothing yet. */
  addPerson: (name: string) => Promise<Person>;
  /** Ends, at the server, whatever a person is signed in to. */
  endSessions: (person: Person) => Promise<void>;
  /** From now on access tokens for the desk are good for so long: "10m" as usual, or less than it wants to have left. */
  setAccessToken: (duration: string) => Promise<void>;
  /** How often tokens were asked for. */
  countTokenCalls: () => number;
  stopApi: () => Promise<void>;
  startApi: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts api and bff as processes of their own on free ports, with a data directory that goes when they do.
 *
 * @param names by which browsers know them; of "localhost" and "127.0.0.1" each is another site than the other
 */
export async function startDesk(names = { desk: 'localhost', api: 'localhost' }): Promise<Desk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const [port, apiPort] = await findFreePorts();
  const shared = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://${names.desk}:${port}`,
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://${names.api}:${apiPort}`,
    OAUTH_CLIENT_ID: ownClient,
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'info',
  };
  const forApi = { SAMPLE_DATA: 'on', ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };
  const startApi = () => startServer('api/main.ts', { ...shared, ...forApi });

  let api = await startApi();
  const bff = await startServer('bff/main.ts', { ...shared, SESSION_KEYS: randomBytes(32).toString('hex') });
  return {
    url: bff.url,
    apiUrl: api.url,
    addPerson: async name => {
      const person = { name, email: `${name.toLowerCase()}@stardesk.local`, password: administrator.password };
      await runDesk(dataDir, 'people', 'add', person.email, '--name', name, '--password', person.password);
      return person;
    },
    endSessions: async ({ email }) => void (await runDesk(dataDir, 'grants', 'revoke', '--person', email)),
    setAccessToken: async duration =>
      void (await runDesk(dataDir, 'clients', 'set', ownClient, '--access-token', duration)),
    countTokenCalls: () => api.written.filter(line => line.includes('"/oauth/token"')).length,
    stopApi: () => api.stop(),
    startApi: async () => {
      api = await startApi();
    },
    stop: async () => {
      await bff.stop();
      await api.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
