import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { addPeopleWithTokens } from '../../../api/oauth/testing/bench-people.ts';
import { openBenchDesk, openPostgresDesk, startApi } from '../desk.ts';
import { benchAgent } from '../generated-stores.ts';
import { percentile } from '../statistics.ts';
import { type Percentiles, type StreamCosts, streamsPerPerson, tickets } from './measure-streams.ts';
import { openStream } from './open-stream.ts';

/** The streams of a process that was restarted. Times in milliseconds. */
export type Reconnect = {
  engine: StreamCosts['engine'];
  /** From the readiness of the new process until all streams are open again. */
  reconnecting: number;
  /** The list requests while the streams reconnect. */
  list: Percentiles;
};

const listPath = '/v1/tickets?state=open&sort=-priority,created_at&per_page=50';
/** Short, so that three seconds of list requests are enough for a 99th percentile. */
const listPauseMilliseconds = 10;
const maxAttempts = 20;

/** Restarts an API process with open streams, whose clients reconnect like the app. */
export async function measureReconnect(engine: StreamCosts['engine'], streams: number): Promise<Reconnect> {
  const desk = await (engine === 'sqlite' ? openBenchDesk(tickets) : openPostgresDesk(tickets));
  const streaming = new AbortController();
  let restarted: Awaited<ReturnType<typeof startApi>> | null = null;
  try {
    const people = Math.ceil(streams / streamsPerPerson);
    const tokens = await addPeopleWithTokens(desk.environment, benchAgent.email, people, ['tickets:read']);
    const clients = tokens.flatMap(token => Array.from({ length: streamsPerPerson }, () => token));
    const reopened: Promise<void>[] = [];
    for (const token of clients) {
      const closed = Promise.withResolvers<void>();
      await openStream(desk, token, streaming.signal, () => {}, closed.resolve);
      reopened.push(closed.promise.then(() => reconnect(desk, token, streaming.signal)));
    }
    await desk.server.stop();
    restarted = await startApi({ ...desk.environment, API_PORT: new URL(desk.url).port });
    const since = performance.now();
    const lists: number[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const sentAt = performance.now();
        await (await request(desk.url + listPath, { headers: desk.headers })).body.dump();
        lists.push(performance.now() - sentAt);
        await pause(listPauseMilliseconds);
      }
    })();
    await Promise.all(reopened);
    const reconnecting = performance.now() - since;
    isOver = true;
    await reading;
    return { engine, reconnecting, list: { p50: percentile(lists, 0.5), p99: percentile(lists, 0.99) } };
  } finally {
    streaming.abort();
    await restarted?.stop();
    await desk.stop();
  }
}

/**
 * Reconnects after 0.5 to 3 seconds. Does not double the pause after a failure: the app probes a desk that does not
 * respond, and reconnects when it responds.
 */
async function reconnect(desk: Parameters<typeof openStream>[0], token: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await pause(500 + Math.random() * 2500);
    const isOpen = await openStream(desk, token, signal, () => {}).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
  }
  throw new Error(`A client could not reconnect in ${maxAttempts} attempts.`);
}
