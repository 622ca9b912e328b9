import { createIntervalFeed, type IntervalFeed, type IntervalFeedOptions } from './interval-feed.ts';

/** A new notification of a person; `n` ascends. */
export type StreamedNotification = { n: number; personId: string; ticketId: string | null; json: string };

/** Reads the notifications of all people. */
export type NotificationSource = {
  readNewest(): Promise<number>;
  readAfter(n: number): Promise<readonly StreamedNotification[]>;
};

export type NotificationListener = { onNotification(notification: StreamedNotification): void };

/** Follows new notifications. */
export type NotificationFeed = IntervalFeed<NotificationListener>;

/** Creates a feed of new notifications. A failed read closes no stream, because clients also list notifications. */
export const createNotificationFeed = (
  { readNewest, readAfter }: NotificationSource,
  options: Pick<IntervalFeedOptions<NotificationListener>, 'log' | 'interval'>,
): NotificationFeed => {
  /** The number of the last delivered notification; null without listeners. */
  let position: number | null = null;
  return createIntervalFeed<NotificationListener>({
    ...options,
    failure: 'failed to read new notifications; streams send no notifications until the store is available',
    onIdle() {
      position = null;
    },
    async deliver(send) {
      const newest = await readNewest();
      // After a backup is restored, the number may be smaller than before.
      const after = position === null ? newest : Math.min(position, newest);
      const notifications = newest > after ? await readAfter(after) : [];
      for (const notification of notifications) send(each => each.onNotification(notification));
      position = notifications.at(-1)?.n ?? newest;
    },
  });
};
