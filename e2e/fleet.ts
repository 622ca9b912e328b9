import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type Balancer, startBalancer } from './balancer.ts';
import { runDesk } from './bench/run-desk.ts';
import { almostTenMinutes, createClock } from './clock.ts';
import { administrator } from './people.ts';
import { startPostgres } from './postgres-process.ts';
import { startServer } from './server-process.ts';

/** Two api and two bff processes on one PostgreSQL, each pair behind one address. */
export type Fleet = {
  api: Balancer;
  bff: Balancer;
  /** The address of each process by itself. */
  processes: { api: readonly string[]; bff: readonly string[] };
  /** Runs the administrator's tool on the store; what it printed. */
  runDesk(...args: string[]): Promise<string>;
  /** Runs a statement of SQL on the store, beside the servers. */
  runSql(sql: string): Promise<void>;
  /** Resolves when these lines of a request are in the logs: `api: a statement failed`. A bff writes its own together, a little later. */
  logged(id: string, lines: readonly string[]): Promise<void>;
  /** Moves the bffs' clock on: as long as an access token is good for, but a little. */
  expireAccess(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts it as OPERATIONS.md says: nothing is shared but the store and what all are told. */
export async function startFleet(limits: Record<string, string>): Promise<Fleet> {
  const [postgres, api, bff] = await Promise.all([startPostgres({ durable: false }), startBalancer(), startBalancer()]);
  const machines = await mkdtemp(join(tmpdir(), 'stardesk-fleet-'));
  const clock = await createClock(machines);
  const told = {
    HOST: '127.0.0.1',
    PORT: '0',
    API_PORT: '0',
    PUBLIC_URL: bff.url,
    API_PUBLIC_URL: api.url,
    OAUTH_CLIENT_ID: 'desk',
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
  };
  const ofApi = {
    ...told,
    ...limits,
    DATABASE_URL: postgres.url,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'debug',
  };
  const ofBff = { ...told, ...clock.env, SESSION_KEYS: randomBytes(32).toString('hex'), TRUST_PROXY: 'loopback' };
  const start = async (balancer: Balancer, script: string, name: string, env: Record<string, string>) => {
    const server = await startServer(script, { ...env, DATA_DIR: join(machines, name) });
    balancer.ports.push(server.port);
    return { ...server, name };
  };
  const servers = [
    ...(await Promise.all(['api-1', 'api-2'].map(name => start(api, 'api/main.ts', name, ofApi)))),
    ...(await Promise.all(['bff-1', 'bff-2'].map(name => start(bff, 'bff/main.ts', name, ofBff)))),
  ];
  return {
    api,
    bff,
    processes: { api: api.ports.map(addressOf), bff: bff.ports.map(addressOf) },
    runDesk: (...args) => runDesk({ DATABASE_URL: postgres.url, DATA_DIR: join(machines, 'desk') }, ...args),
    async runSql(sql) {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    async logged(id, lines) {
      const isUnder = (line: string) => line.includes(`"${id}"`);
      const linesOf = ({ name, written }: (typeof servers)[number]) =>
        written.filter(isUnder).map(line => `${name.split('-')[0]}: ${JSON.parse(line).msg}`);
      while (!lines.every(line => servers.flatMap(linesOf).includes(line))) await pause(20);
    },
    expireAccess: () => clock.moveBy(almostTenMinutes),
    async stop() {
      for (const balancer of [bff, api]) balancer.stop();
      for (const server of servers.toReversed()) await server.stop();
      await postgres.stop();
      await rm(machines, { recursive: true });
    },
  };
}

const addressOf = (port: number): string => `http://localhost:${port}`;
