import type { Logger } from 'pino';

/** Serves all streams of a process with one read per interval. */
export type IntervalFeed<Listener> = {
  /** Once the promise resolves, the listener gets all further changes. @returns a function that unsubscribes */
  subscribe(listener: Listener): Promise<() => void>;
  close(): void;
};

/** Calls a function for each current listener. */
type Send<Listener> = (notify: (listener: Listener) => void) => void;

export type IntervalFeedOptions<Listener> = {
  log: Logger;
  /** In milliseconds. */
  interval: number;
  /** Reads, and sends the changes since the last read. */
  deliver(send: Send<Listener>): Promise<void>;
  /** Called when the last listener has left. */
  onIdle?(): void;
  /** The log message for a failure. Further failures in a row are not logged. */
  failure: string;
};

/** Creates a feed, which reads while it has listeners. A failed read is repeated after the interval. */
export const createIntervalFeed = <Listener>(options: IntervalFeedOptions<Listener>): IntervalFeed<Listener> => {
  const { log, interval, deliver, onIdle, failure } = options;
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let isFailing = false;
  let isClosed = false;

  const send: Send<Listener> = notify => {
    for (const each of [...listeners]) notify(each);
  };

  const readOrLog = async (): Promise<void> => {
    try {
      await deliver(send);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, failure);
      isFailing = true;
    } finally {
      reading = null;
    }
  };

  /** Reads, or waits for the read that has already started. */
  const read = (): Promise<void> => {
    reading ??= readOrLog();
    return reading;
  };

  const stop = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    onIdle?.();
  };

  return {
    async subscribe(listener) {
      // Without listeners, the last read may be old.
      if (listeners.size === 0) await read();
      listeners.add(listener);
      if (!isClosed) timer ??= setInterval(() => void read(), interval).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      isClosed = true;
      listeners.clear();
      stop();
    },
  };
};
