import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '../../e2e/sign-in-by-request.ts';
import { followEvents } from '../../e2e/stream-client.ts';
import { waitUntil } from '../wait-until.ts';
import { throwProblems } from '../workloads/expected-responses.ts';
import { readAllRows, type SendToDesk } from '../workloads/test-desk.ts';

/** A browser's stream of events through the bff, in a round. */
export type StreamWatch = {
  /** Returns the arrival time of the first event after a time, or null. Both times are from `performance.now()`. */
  firstEventAfter(time: number): number | null;
  /** The same for a notification, which a background job creates. */
  firstNotificationAfter(time: number): number | null;
  /**
   * Waits for the last event of the log. Verifies that each event arrived once and in order. A client loads its
   * data again after `reset`, so earlier events may be missing.
   * @throws an error that describes the first fault
   */
  verify(send: SendToDesk): Promise<void>;
  stop(): Promise<void>;
};

type Person = { name: string; email: string; password: string };

const pollMilliseconds = 20;
const lastEventSeconds = 60;

/** Signs in and follows the stream from the newest event on. */
export const watchStream = async (bffUrl: string, person: Person, send: SendToDesk): Promise<StreamWatch> => {
  const after = await readNewestId(send);
  const client = followEvents(bffUrl, await openSession(bffUrl, person), after);
  const arrivals = { events: [] as number[], notifications: [] as number[] };
  let isStopped = false;
  const polling = (async () => {
    for (let counts = { events: 0, notifications: 0 }; !isStopped; await pause(pollMilliseconds)) {
      const { received, notifications } = client;
      const current = { events: received.filter(id => id !== 'reset').length, notifications };
      for (const kind of ['events', 'notifications'] as const)
        if (current[kind] > counts[kind]) arrivals[kind].push(performance.now());
      counts = current;
    }
  })();
  const findAfter = (times: readonly number[], time: number) => times.find(at => at > time) ?? null;
  return {
    firstEventAfter: time => findAfter(arrivals.events, time),
    firstNotificationAfter: time => findAfter(arrivals.notifications, time),
    async verify(request) {
      const logged = await readIdsAfter(request, after);
      const last = logged.at(-1) ?? '';
      await waitUntil(`the stream lacks event ${last}`, lastEventSeconds, async () =>
        client.received.includes(last) ? true : null,
      );
      // Background jobs may log more events meanwhile.
      throwProblems(findGaps(client.received.slice(0, client.received.indexOf(last) + 1), logged));
    },
    async stop() {
      isStopped = true;
      await polling;
      await client.stop();
    },
  };
};

/** Describes the first event that is missing, repeated or out of order; empty without a fault. */
export const findGaps = (received: readonly string[], logged: readonly string[]): string[] => {
  let next = 0;
  let mayJump = false;
  for (const id of received) {
    const index = logged.indexOf(id, next);
    if (id !== 'reset' && (index < 0 || (index > next && !mayJump)))
      return [`event ${id} arrived on the stream, not ${logged[next]}`];
    mayJump = id === 'reset';
    if (!mayJump) next = index + 1;
  }
  return next < logged.length ? [`event ${logged[next]} did not arrive on the stream`] : [];
};

const readNewestId = async (send: SendToDesk): Promise<string> => {
  const { rows } = await send('GET', '/v1/events?per_page=1&fields=id');
  return String(rows[0]?.['id'] ?? '0');
};

const readIdsAfter = async (send: SendToDesk, after: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of readAllRows(send, `/v1/events?after=${after}&per_page=100`)) ids.push(String(id));
  return ids;
};
