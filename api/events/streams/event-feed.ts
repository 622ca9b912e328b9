import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { eventTopic } from '../../database/change-log.ts';
import { readCounter } from '../../database/counters.ts';
import type { Database } from '../../database/database.ts';
import { readEvents } from '../list.ts';
import type { EventRow } from '../representation.ts';

/** Receives new events of the change log. */
export type EventListener = {
  /** Receives the events up to the number `through`, in order. All listeners receive the same objects. */
  onEvents(events: readonly EventRow[], through: number): void;
  /** Called when the newest event precedes the last delivered event: a backup was restored. */
  onReset(newest: number): void;
};

/** Follows the change log for all streams of a process. Reads each batch of events once. */
export type EventFeed = {
  /** Resolves once the listener gets all events stored from then on. @returns a function that unsubscribes */
  subscribe(listener: EventListener): Promise<() => void>;
  close(): void;
};

/** How often the feed polls for commits of other processes. */
const pollMilliseconds = 100;

/** The maximum number of events in a batch. */
const batchSize = 500;

/** The number of listeners called in one event-loop iteration. */
const listenersAtOnce = 100;

/** Creates a feed, which reads the log while it has listeners. */
export const createEventFeed = (database: Database, log: Logger): EventFeed => {
  const listeners = new Set<EventListener>();
  /** The number of listeners, and of calls of `subscribe` that wait for the first read. */
  let subscribers = 0;
  /** The number of the last delivered event; null without subscribers. */
  let position: number | null = null;
  let revision: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let mustReadAgain = false;
  let isFailing = false;
  let isClosed = false;

  const readNew = async (): Promise<void> => {
    do {
      mustReadAgain = false;
      // Lets the request that caused the events send its response first.
      await setImmediate();
      if (isClosed) return;
      database.startRequest();
      // Read before the events, because a later commit changes the revision again.
      revision = database.revision();
      const newest = await readCounter(database.read, 'event.id');
      if (subscribers === 0) return;
      if (position !== null && newest < position) for (const each of [...listeners]) each.onReset(newest);
      if (position === null || newest < position) position = newest;
      while (position !== null && position < newest) await deliver(position, newest);
    } while (mustReadAgain && !isClosed);
  };

  const deliver = async (after: number, newest: number): Promise<void> => {
    const events = await readEvents(database.read, after, batchSize);
    const through = events.length < batchSize ? newest : (events.at(-1)?.n ?? newest);
    position = subscribers > 0 ? through : null;
    for (const [index, each] of [...listeners].entries()) {
      // Lets the process send other responses before each group.
      if (index % listenersAtOnce === 0) await setImmediate();
      if (listeners.has(each)) each.onEvents(events, through);
    }
  };

  /** Reads new events. A call during a read causes another read after it. */
  const read = (): Promise<void> => {
    mustReadAgain = true;
    reading ??= readNew().finally(() => {
      reading = null;
    });
    return reading;
  };

  const poll = (): void => {
    if (mayHaveNewEvents()) readOrLog();
  };

  /** Also returns true when the store fails: the read then logs the error. */
  const mayHaveNewEvents = (): boolean => {
    try {
      return revision === null || database.revision() !== revision;
    } catch {
      return true;
    }
  };

  const readOrLog = (): void =>
    void read().then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing)
          log.warn({ err: error }, 'failed to read new events; live updates wait until the store is available');
        isFailing = true;
        revision = null;
      },
    );

  const stopPolling = (): void => {
    if (timer !== null) clearInterval(timer);
    [timer, position, revision] = [null, null, null];
  };

  const unsubscribe = database.subscribe(topic => {
    if (topic === eventTopic && subscribers > 0) readOrLog();
  });

  return {
    async subscribe(listener) {
      subscribers += 1;
      let isSubscribed = true;
      const stop = () => {
        if (!isSubscribed) return;
        isSubscribed = false;
        listeners.delete(listener);
        subscribers -= 1;
        if (subscribers === 0) stopPolling();
      };
      try {
        if (position === null) await read();
      } catch (error) {
        stop();
        throw error;
      }
      listeners.add(listener);
      if (!isClosed) timer ??= setInterval(poll, pollMilliseconds).unref();
      return stop;
    },
    close() {
      isClosed = true;
      unsubscribe();
      listeners.clear();
      stopPolling();
    },
  };
};
