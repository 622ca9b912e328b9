import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTurns } from '#server/turns';
import { createApi } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/open.ts';
import { apiDates } from '../../http/dates/shipped.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { createApiServer } from '../../server.ts';
import { startApiProcess } from '../../testing/api-process.ts';
import { endAtOnce } from '../../testing/end-at-once.ts';
import { createOAuth } from '../oauth.ts';
import { startBalancer } from './balancer.ts';
import { isWeakInTests } from './cheap-hash.ts';

type Environment = Record<string, string>;

/** Apis on one store, behind one address. */
export type Fleet = { url: string; close(): Promise<void> };

/** Starts them; the environment leads to the store. */
export type StartFleet = (environment: Environment) => Promise<Fleet>;

/** One of them, and how it goes. */
type Api = { port: number; end(): Promise<unknown> };

/** A process, which goes by being killed. */
const startKillable = async (environment: Environment): Promise<Api> => {
  const { port, end } = await startApiProcess(environment);
  return { port, end: () => end('SIGKILL') };
};

/** The same in this process, with connections and keys of its own: a tenth of the time. */
const startHere = async (environment: Environment): Promise<Api> => {
  const config = readConfig(environment);
  const { publicUrl, limits } = config;
  const log = createLog('silent');
  const server = createApiServer(apiDates, log).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const database = openDatabase(config);
  const parts = { database, clock: Date.now, log, publicUrl: publicUrl ?? '', limits };
  const oauth = await createOAuth({ ...parts, isWeakHash: isWeakInTests });
  const told = { context: createRequestContext(), metrics: createMetrics() };
  const state = { isEnding: () => server.isEnding, turns: createTurns() };
  server.on('request', createApi({ ...config, ...parts, ...told, ...state, oauth, dates: apiDates }));
  const end = () => server.endGracefully(endAtOnce).then(oauth.close).then(database.close);
  return { port: (server.address() as AddressInfo).port, end };
};

/** One at a time: before the request after one with such a method it goes, and another is started. */
const oneAfterTheOther =
  (start: (environment: Environment) => Promise<Api>, goesAfter: (method: string) => boolean): StartFleet =>
  async environment => {
    let running: Api | undefined;
    let isOver = true;
    const balancer = await startBalancer(async method => {
      if (running === undefined || isOver) {
        await running?.end();
        running = await start({ ...environment, API_PUBLIC_URL: balancer.url });
      }
      isOver = goesAfter(method);
      return running.port;
    });
    const close = async () => {
      await balancer.close();
      await running?.end();
    };
    return { url: balancer.url, close };
  };

/** Closed in good order, and started anew before each request. */
export const restarted = oneAfterTheOther(startHere, () => true);

/** A process that is killed after each POST, and started anew. */
export const killed = oneAfterTheOther(startKillable, method => method === 'POST');

/** Two processes, each request for the other one than the request before. */
export const alternating: StartFleet = async environment => {
  let turn = 0;
  const balancer = await startBalancer(async () => (await both)[turn++ % 2]?.port ?? 0);
  const start = () => startKillable({ ...environment, API_PUBLIC_URL: balancer.url });
  const both = Promise.all([start(), start()]);
  const close = async () => {
    await Promise.all([balancer.close(), ...(await both).map(({ end }) => end())]);
  };
  return { url: balancer.url, close };
};
