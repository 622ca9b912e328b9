import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type Balancer, startBalancer } from '#server/testing/balancer';
import { startServerProcess } from '#server/testing/server-process';
import { createTcpProxy, type TcpProxy } from '#server/testing/tcp-proxy';
import { administrator } from './people.ts';
import { startPostgres } from './postgres-process.ts';
import { runDeskCli } from './run-desk.ts';

/** Two api and two bff processes on one PostgreSQL server, each pair behind a balancer. */
export type DeskCluster = {
  api: Balancer;
  bff: Balancer;
  /** The connections of the API to PostgreSQL. */
  database: Pick<TcpProxy, 'pause' | 'dropPaused'>;
  /** Runs `npm run desk` on the store. @returns its output */
  runDesk(...args: string[]): Promise<string>;
  /** Restarts one process after another. The balancers send requests to a process until it has exited. */
  restartEach(): Promise<void>;
  /** Runs an SQL statement on the store. */
  runSql(sql: string): Promise<void>;
  /**
   * Waits until the logs have these lines of a request, such as `api: SQL statement failed`. Waiting is necessary,
   * because a bff writes its lines in batches.
   */
  waitForLog(id: string, lines: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

/** A batch of log lines is written within a second. */
const logTimeoutMilliseconds = 30_000;

/** Starts the processes as OPERATIONS.md describes: only the store and the configuration are shared. */
export async function startDeskCluster(): Promise<DeskCluster> {
  const [postgres, api, bff] = await Promise.all([startPostgres(), startBalancer(), startBalancer()]);
  const database = await createTcpProxy(postgres.url);
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-cluster-'));
  const shared = {
    HOST: '127.0.0.1',
    PORT: '0',
    API_PORT: '0',
    PUBLIC_URL: bff.url,
    API_PUBLIC_URL: api.url,
    OAUTH_CLIENT_ID: 'desk',
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
    SHUTDOWN_DELAY_SECONDS: '1',
  };
  const apiEnv = {
    ...shared,
    DATABASE_URL: database.url,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'debug',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SAMPLE_DATA: 'off',
    SECRET_KEYS: randomBytes(32).toString('hex'),
  };
  const bffEnv = { ...shared, SESSION_KEYS: randomBytes(32).toString('hex'), TRUST_PROXY: 'loopback' };
  const start = async (balancer: Balancer, script: string, name: string, env: Record<string, string>) => {
    const server = await startServerProcess(script, { ...env, DATA_DIR: join(folder, name) });
    balancer.ports.add(server.port);
    const stop = async () => {
      await server.stop();
      balancer.ports.delete(server.port);
    };
    return { name, outputLines: server.outputLines, stop, startAgain: () => start(balancer, script, name, env) };
  };
  const apis = await Promise.all(['api-1', 'api-2'].map(name => start(api, 'api/main.ts', name, apiEnv)));
  const bffs = await Promise.all(['bff-1', 'bff-2'].map(name => start(bff, 'bff/main.ts', name, bffEnv)));
  return {
    ...{ api, bff, database },
    runDesk: (...args) => runDeskCli({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'desk') }, ...args),
    async restartEach() {
      for (const servers of [apis, bffs])
        for (const [index, { stop, startAgain }] of servers.entries()) {
          await stop();
          servers[index] = await startAgain();
        }
    },
    async runSql(sql) {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    async waitForLog(id, lines) {
      const hasId = (line: string) => line.includes(`"${id}"`);
      const formatLines = ({ name, outputLines }: (typeof apis)[number]) =>
        outputLines.filter(hasId).map(line => `${name.split('-')[0]}: ${JSON.parse(line).msg}`);
      const deadline = Date.now() + logTimeoutMilliseconds;
      for (;;) {
        const written = [...apis, ...bffs].flatMap(formatLines);
        const missing = lines.filter(line => !written.includes(line));
        if (missing.length === 0) return;
        if (Date.now() > deadline) throw new Error(`The logs of request ${id} lack: ${missing.join('; ')}`);
        await pause(20);
      }
    },
    async stop() {
      for (const balancer of [bff, api]) balancer.stop();
      for (const { stop } of [...bffs, ...apis]) await stop();
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
