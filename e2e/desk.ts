import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '#contract/vocabulary';
import { findFreePort } from '#server/testing/free-port';
import type { Beginning } from './beginning.ts';
import { runDesk } from './bench/run-desk.ts';
import { almostTenMinutes } from './clock.ts';
import type { Hosts } from './hosts.ts';
import { administrator, type Person } from './people.ts';

/** A running Stardesk with its sample data, and an empty past. */
export type Desk = {
  url: string;
  apiUrl: string;
  /** Lets somebody sign in who has done nothing yet; an agent, unless another role is named. */
  addPerson: (name: string, role?: Role) => Promise<Person>;
  /** Gives a person another role, which holds from their next request on. */
  setRole: (person: Person, role: Role) => Promise<void>;
  /** Makes a token that speaks for a person: what a script of theirs would use. */
  createToken: (person: Person, scope: string) => Promise<string>;
  /** Ends, at the server, whatever a person is signed in to. */
  endSessions: (person: Person) => Promise<void>;
  /** Moves the bff's clock on: as long as an access token is good for, but a little. */
  expireAccess: () => Promise<void>;
  /** The number of requests for a path in the api's log so far; it logs requests only at the level `debug`. */
  countRequests: (path: string) => number;
  stopApi: () => Promise<void>;
  startApi: () => Promise<void>;
  stop: () => Promise<void>;
};

/** By which names browsers know the desk and its API. */
export type Names = { desk: string; api: string };

/** What the api logs: with `debug` every request as well. */
export type ApiLogLevel = 'info' | 'debug';

/**
 * Starts api and bff on free ports, on a copy of what desks begin with that goes when they do.
 *
 * @param names by which browsers know them; of "localhost" and "127.0.0.1" each is another site than the other
 * @param apiLogLevel `debug` to count requests
 */
export async function startDesk(
  hosts: Hosts,
  beginning: Beginning,
  names: Names,
  apiLogLevel: ApiLogLevel,
): Promise<Desk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  await cp(beginning.dataDir, dataDir, { recursive: true });
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const shared = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://${names.desk}:${port}`,
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://${names.api}:${apiPort}`,
    OAUTH_CLIENT_ID: 'bff',
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
  };
  const startApi = () => hosts.api.start({ ...shared, LOG_LEVEL: apiLogLevel });
  await hosts.clock.reset();
  const startBff = () => hosts.bff.start({ ...shared, SESSION_KEYS: randomBytes(32).toString('hex') });
  const [firstApi, bff] = await Promise.all([startApi(), startBff()]);
  let api = firstApi;
  return {
    url: bff.url,
    apiUrl: api.url,
    addPerson: async (name, role = 'agent') => {
      const person = {
        name,
        email: `${name.toLowerCase().replace(/[^a-z]/g, '')}@stardesk.local`,
        password: administrator.password,
      };
      const headers = {
        Authorization: `Bearer ${beginning.token}`,
        'Content-Type': 'application/json',
        Connection: 'close', // a connection left open delays the shutdown by half a second
      };
      const body = JSON.stringify({ ...person, role });
      const answer = await fetch(`${api.url}/v1/people`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`${name} was not added: ${await answer.text()}`);
      return person;
    },
    setRole: async ({ email }, role) => void (await runDesk(dataDir, 'people', 'set-role', email, role)),
    createToken: ({ email }, scope) => runDesk(dataDir, 'tokens', 'create', '--person', email, '--scope', scope),
    endSessions: async ({ email }) => void (await runDesk(dataDir, 'grants', 'revoke', '--person', email)),
    expireAccess: () => hosts.clock.moveBy(almostTenMinutes),
    countRequests: path => api.written.filter(line => line.includes(`"${path}"`)).length,
    stopApi: () => api.stop(),
    startApi: async () => {
      api = await startApi();
    },
    stop: async () => {
      await Promise.all([bff.stop(), api.stop()]);
      await rm(dataDir, { recursive: true });
    },
  };
}
