import type { Logger } from 'pino';

/** A new notification of a person; `n` ascends. */
export type StreamedNotification = { n: number; personId: string; ticketId: string | null; json: string };

/** Reads the notifications of all people. */
export type NotificationSource = {
  readNewest(): Promise<number>;
  readAfter(n: number): Promise<readonly StreamedNotification[]>;
};

export type NotificationListener = { onNotification(notification: StreamedNotification): void };

/** Follows new notifications for all streams of a process, with one read per interval. */
export type NotificationFeed = {
  /** Delivers notifications that are created after it resolves. @returns a function that unsubscribes */
  subscribe(listener: NotificationListener): Promise<() => void>;
  close(): void;
};

/**
 * Creates a feed, which reads while it has listeners. A failed read is repeated after the interval: clients list
 * notifications anyway, so it never ends a stream.
 * @param interval in milliseconds
 */
export const createNotificationFeed = (
  { readNewest, readAfter }: NotificationSource,
  { log, interval }: { log: Logger; interval: number },
): NotificationFeed => {
  const listeners = new Set<NotificationListener>();
  /** The number of the last delivered notification; null without listeners. */
  let position: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let isFailing = false;

  const deliverNew = async (): Promise<void> => {
    const newest = await readNewest();
    // The number is smaller than before when a backup was restored.
    const after = position === null ? newest : Math.min(position, newest);
    const notifications = newest > after ? await readAfter(after) : [];
    for (const notification of notifications) for (const each of [...listeners]) each.onNotification(notification);
    position = notifications.at(-1)?.n ?? newest;
    isFailing = false;
  };

  /** Reads new notifications, or waits for the read that has already started. */
  const read = (): Promise<void> => {
    reading ??= deliverNew()
      .catch((error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'failed to read new notifications; streams send none until it works');
        isFailing = true;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const stop = (): void => {
    if (timer !== null) clearInterval(timer);
    [timer, position] = [null, null];
  };

  return {
    async subscribe(listener) {
      if (listeners.size === 0) await read();
      listeners.add(listener);
      timer ??= setInterval(() => void read(), interval).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      listeners.clear();
      stop();
    },
  };
};
