import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBalancer } from '#server/testing/balancer';
import { findFreePort } from '#server/testing/free-port';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process';
import { findStoreOutage, outageAdvice } from '../../api/database/outage.ts';
import { type ApiProcess, startApiProcess } from '../../api/testing/api-process.ts';
import { listFindings } from '../workloads/list-findings.ts';
import { createTestDesk, type TestDesk } from '../workloads/test-desk.ts';
import { addWriters, type Writers, webAppEnvironment } from '../workloads/writers.ts';

/** Two api processes behind a balancer, and a bff. */
export type HaDesk = {
  /** The client of the API, through the balancer. */
  client: TestDesk;
  writers: Writers;
  bffUrl: string;
  /** The URLs of the api processes. */
  apiUrls: readonly string[];
  /** Returns the findings of `desk check --files`. */
  listFindings(): Promise<string[]>;
  /** Throws if a process has exited, or logged an error other than an outage. */
  requireHealthyProcesses(): void;
  stop(): Promise<void>;
};

/** TRUST_PROXY lets each sign-in use its own IP address. */
const settings = {
  ...{ HOST: '127.0.0.1', SAMPLE_DATA: 'false', LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' },
  ...{ RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_IP_PER_MINUTE: '1000000' },
};

/** Starts a desk on an empty database. Writes the logs to `directory` when it stops. */
export const startDesk = async (databaseUrl: string, directory: string): Promise<HaDesk> => {
  const balancer = await startBalancer();
  const port = String(await findFreePort());
  const publicUrl = `http://localhost:${port}`;
  const createSecret = () => randomBytes(32).toString('hex');
  const shared = { ...settings, ...webAppEnvironment, PUBLIC_URL: publicUrl, API_PUBLIC_URL: balancer.url };
  const store = { dataDir: directory, databaseUrl };
  const writers = await addWriters(store, `${publicUrl}/auth`);
  const apiEnvironment = { ...shared, DATABASE_URL: databaseUrl, SECRET_KEYS: createSecret() };
  const startApi = async (name: string): Promise<ApiProcess> => {
    const environment = { ...apiEnvironment, DATA_DIR: join(directory, name), LMTP_PORT: '0' };
    const api = await startApiProcess(environment, { seconds: 0 });
    balancer.ports.add(api.port);
    return api;
  };
  const apis = [await startApi('api-1'), await startApi('api-2')];
  const bff = await startServerProcess('bff/main.ts', {
    ...{ ...shared, PORT: port, SESSION_KEYS: createSecret(), DATA_DIR: join(directory, 'bff') },
  });
  const processes = (): [string, ServerProcess][] => [
    ...apis.map((api, index): [string, ServerProcess] => [`api-${index + 1}`, api]),
    ['bff', bff],
  ];
  const [first] = apis;
  return {
    client: createTestDesk({ url: balancer.url, getEntries: () => first?.getEntries() ?? [] }),
    ...{ writers, bffUrl: publicUrl, apiUrls: apis.map(({ url }) => url) },
    listFindings: () => listFindings(store),
    requireHealthyProcesses() {
      for (const [name, server] of processes()) requireHealthy(name, server);
    },
    async stop() {
      balancer.stop();
      for (const [name, server] of processes().toReversed()) {
        await server.stop('SIGKILL');
        await writeFile(join(directory, `${name}.log`), server.outputLines.join('\n'));
      }
    },
  };
};

const requireHealthy = (name: string, { pid, outputLines }: ServerProcess): void => {
  if (!isRunning(pid)) throw new Error(`The process ${name} has exited:\n${outputLines.slice(-5).join('\n')}`);
  const faults = outputLines.filter(isFault);
  if (faults.length > 0) throw new Error(`${name} logged errors other than outages:\n${faults.slice(0, 3).join('\n')}`);
};

type LogEntry = { level: number; msg: string; res?: { status: number }; err?: { message: string; code?: string } };

const errorLevel = 50;

/** Returns whether an output line is a fault: not a log entry, or an error that is not about an outage. */
export const isFault = (line: string): boolean => {
  if (!line.startsWith('{')) return true;
  const entry: LogEntry = JSON.parse(line);
  return entry.level >= errorLevel && entry.res?.status !== 503 && !isAboutOutage(entry);
};

const isAboutOutage = ({ msg, err }: LogEntry): boolean =>
  Object.values(outageAdvice).includes(msg) ||
  (err !== undefined && findStoreOutage(Object.assign(new Error(err.message), { code: err.code })) !== null);

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
