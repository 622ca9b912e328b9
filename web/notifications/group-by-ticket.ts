import type { ListedNotification } from './queries.ts';

/**
 * Groups notifications by ticket; notifications without a ticket form one group. The group of the newest notification
 * comes first. Groups each page separately, so that rows stay in place when the next page loads.
 */
export const groupByTicket = (
  notifications: readonly ListedNotification[],
  pageSize: number,
): (readonly ListedNotification[])[] => {
  const pages = Map.groupBy(notifications.entries(), ([index]) => Math.floor(index / pageSize));
  return [...pages.values()].flatMap(page => [
    ...Map.groupBy(
      page.map(([, notification]) => notification),
      ({ ticket_id: id }) => id,
    ).values(),
  ]);
};
