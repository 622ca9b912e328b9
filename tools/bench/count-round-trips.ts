import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { request } from 'undici';
import { type BenchDesk, startApi } from './desk.ts';
import type { LoadRequest } from './load-generator.ts';
import { median } from './statistics.ts';

const repetitions = 5;

/** Counts the round trips to PostgreSQL of one request at a time. */
export type RoundTripCounter = {
  /** @returns the median of five repetitions */
  count(createRequest: (requestIndex: number) => LoadRequest): Promise<number>;
  stop(): Promise<void>;
};

/** Starts another API, whose connections to PostgreSQL are observed. Runs no jobs, which would add statements. */
export async function startRoundTripCounter({ environment, databaseUrl }: BenchDesk): Promise<RoundTripCounter> {
  const observer = await observeConnections(databaseUrl ?? '');
  const api = await startApi({ ...environment, DATABASE_URL: observer.url, JOBS: 'false' });
  const send = async ({ path, status, ...rest }: LoadRequest): Promise<void> => {
    const response = await request(api.url + path, rest);
    await response.body.dump();
    if (response.statusCode !== status) throw new Error(`${rest.method} ${path} returned ${response.statusCode}.`);
  };
  return {
    async count(createRequest) {
      await send(createRequest(0));
      const counts: number[] = [];
      for (let requestIndex = 1; requestIndex <= repetitions; requestIndex++) {
        const before = observer.roundTrips();
        await send(createRequest(requestIndex));
        counts.push(observer.roundTrips() - before);
      }
      return median(counts);
    },
    async stop() {
      await api.stop();
      observer.close();
    },
  };
}

/** Forwards connections to PostgreSQL and counts the round trips. */
async function observeConnections(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  let roundTrips = 0;
  let isAwaitingServer = false;
  const server = createServer(client => {
    const upstream = connect(target);
    client.on('data', () => {
      if (!isAwaitingServer) roundTrips++;
      isAwaitingServer = true;
    });
    upstream.on('data', () => {
      isAwaitingServer = false;
    });
    client.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => client.destroy()).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as { port: number }).port);
  return { url: url.href, roundTrips: () => roundTrips, close: () => void server.close() };
}
