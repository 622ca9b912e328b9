import { setTimeout as pause } from 'node:timers/promises';
import { addPeopleWithTokens } from '../../../api/oauth/testing/bench-people.ts';
import { type BenchDesk, openBenchDesk, openPostgresDesk } from '../desk.ts';
import { benchAgent } from '../generated-stores.ts';
import { percentile } from '../statistics.ts';
import { openStream } from './open-stream.ts';
import { writeJson } from './write-json.ts';

/** Times in milliseconds. */
export type StreamCosts = {
  engine: 'sqlite' | 'postgres';
  streams: number;
  /** Until all streams are open. */
  opening: number;
  kibibytesPerStream: number;
  /** The share of one processor that is used while there are no events. */
  idleShare: number;
  /** From the request of a change to its event at the first and last client. */
  first: Percentiles;
  last: Percentiles;
  /** A change without and with open streams. */
  writeAlone: Percentiles;
  writeBesideStreams: Percentiles;
};

export type Percentiles = { p50: number; p99: number };

export const [tickets, streamsPerPerson] = [10_000, 5];
const [changes, changePauseMilliseconds, idleSeconds] = [100, 100, 20];

/** Opens streams on one API process, and measures their cost and the delay of events. */
export async function measureStreams(engine: StreamCosts['engine'], streams: number): Promise<StreamCosts> {
  const desk = await (engine === 'sqlite' ? openBenchDesk(tickets) : openPostgresDesk(tickets));
  const streaming = new AbortController();
  let opened = 0;
  try {
    const people = Math.ceil(streams / streamsPerPerson);
    const tokens = await addPeopleWithTokens(desk.environment, benchAgent.email, people, ['tickets:read']);
    await changeTickets(desk, changes);
    const writeAlone = await changeTickets(desk, changes);
    const before = (await desk.server.memory()).rss;
    const arrivals = new Arrivals();
    const since = performance.now();
    const onText = (text: string) => arrivals.add(text.split('event: ticket.').length - 1);
    const open = (token: string) => openStream(desk, token, streaming.signal, onText);
    for (const token of tokens) {
      await Promise.all(Array.from({ length: streamsPerPerson }, () => open(token)));
      opened += streamsPerPerson;
    }
    const opening = performance.now() - since;
    const kibibytesPerStream = ((await desk.server.memory()).rss - before) / 1024 / opened;
    const idleShare = await measureIdleShare(desk);
    const delays = { first: [] as number[], last: [] as number[] };
    const besideStreams = await changeTickets(desk, changes, async sentAt => {
      const { first, last } = await arrivals.waitFor(opened);
      delays.first.push(first - sentAt);
      delays.last.push(last - sentAt);
    });
    return {
      ...{ engine, streams: opened, opening, kibibytesPerStream, idleShare },
      ...{ first: summarize(delays.first), last: summarize(delays.last) },
      ...{ writeAlone: summarize(writeAlone), writeBesideStreams: summarize(besideStreams) },
    };
  } finally {
    streaming.abort();
    await desk.stop();
  }
}

const summarize = (milliseconds: readonly number[]): Percentiles => ({
  p50: percentile(milliseconds, 0.5),
  p99: percentile(milliseconds, 0.99),
});

const measureIdleShare = async ({ server }: BenchDesk): Promise<number> => {
  const before = await server.processorSeconds();
  await pause(idleSeconds * 1000);
  return ((await server.processorSeconds()) - before) / idleSeconds;
};

/** The times at which the event of the latest change arrived. */
class Arrivals {
  readonly #times: number[] = [];
  #onArrival = () => {};

  add(count: number): void {
    for (let each = 0; each < count; each++) this.#times.push(performance.now());
    this.#onArrival();
  }

  /** Waits until the event has arrived at this many clients, and resets the times. */
  async waitFor(clients: number): Promise<{ first: number; last: number }> {
    await new Promise<void>(resolve => {
      this.#onArrival = () => {
        if (this.#times.length >= clients) resolve();
      };
      this.#onArrival();
    });
    const times = this.#times.splice(0);
    return { first: times[0] ?? 0, last: times.at(-1) ?? 0 };
  }
}

/**
 * Changes one ticket after another, at most ten a second. Changes without a pause would find a processor whose caches
 * are warm.
 *
 * @returns the duration of each change
 */
async function changeTickets(
  desk: BenchDesk,
  count: number,
  after: (sentAt: number) => Promise<void> = async () => {},
): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let number = 0; number < count; number++) {
    const nextChange = pause(changePauseMilliseconds);
    const sentAt = performance.now();
    await writeJson(desk, 'PATCH', `/v1/tickets/${number + 1}`, { subject: `Changed ${sentAt}` });
    milliseconds.push(performance.now() - sentAt);
    await after(sentAt);
    await nextChange;
  }
  return milliseconds;
}
