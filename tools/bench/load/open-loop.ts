import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { type LoadClients, type RequestResult, sendMeasured } from './clients.ts';

/** The interval between batches of due requests. */
const tickMilliseconds = 5;
/** The limit of one client process. Requests that are due while all connections are busy are not sent. */
const maximumConnections = 15_000;
/** A typical timeout of a proxy. */
const timeoutMilliseconds = 60_000;

/** The results of requests at a fixed rate, independent of responses. */
export type OpenLoopResults = {
  /** The planned rate of requests. */
  perSecond: number;
  /** The number of planned requests, and the number of sent requests. */
  planned: number;
  sent: number;
  connections: number;
  /** Resolves when every request has ended. Each duration starts at the planned time of sending. */
  results: Promise<RequestResult[]>;
};

/** Sends requests at a fixed rate without waiting for responses. Resolves when the last request is sent. */
export async function sendOpenLoop(
  loadClients: LoadClients,
  perSecond: number,
  seconds: number,
): Promise<OpenLoopResults> {
  const results: RequestResult[] = [];
  const idle: Connection[] = [];
  const all: Connection[] = [];
  const pending = new Set<Promise<void>>();
  const start = (connection: Connection, requestIndex: number, since: number): void => {
    const { client, sessionIndex } = connection;
    const sent = sendMeasured(client, loadClients, { sessionIndex, requestIndex, since }).then(result => {
      results.push(result);
      idle.push(connection);
      pending.delete(sent);
    });
    pending.add(sent);
  };
  const startedAt = performance.now();
  const planned = Math.floor(perSecond * seconds);
  let sent = 0;
  for (let requestIndex = 0; requestIndex < planned; await setTimeout(tickMilliseconds)) {
    const due = Math.min(planned, ((performance.now() - startedAt) / 1000) * perSecond);
    for (; requestIndex < due; requestIndex++) {
      const connection = idle.pop() ?? openConnection(loadClients.url, all);
      if (!connection) continue;
      start(connection, requestIndex, startedAt + (requestIndex / perSecond) * 1000);
      sent++;
    }
  }
  const finish = async (): Promise<RequestResult[]> => {
    await Promise.all(pending);
    await Promise.all(all.map(({ client }) => client.close()));
    return results;
  };
  return { perSecond, planned, sent, connections: all.length, results: finish() };
}

type Connection = { client: Client; sessionIndex: number };

function openConnection(url: string, all: Connection[]): Connection | undefined {
  if (all.length === maximumConnections) return undefined;
  const client = new Client(url, { connect: { timeout: timeoutMilliseconds }, headersTimeout: timeoutMilliseconds });
  const connection = { client, sessionIndex: all.length };
  all.push(connection);
  return connection;
}
