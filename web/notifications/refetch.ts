import type { QueryClient } from '@tanstack/react-query';
import { listsKey } from './queries.ts';
import { unreadNotifications } from './unread.ts';

/** Longer than the interval of polls. Without a stream, every second poll loads notifications. */
const staleMilliseconds = 45_000;

const channel = new BroadcastChannel('stardesk notifications');

/** Refetches the number of unread notifications and the shown list. Ignores failures: the next call retries. */
export function refetchNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listsKey });
  // A pending response may be outdated.
  void client
    .cancelQueries({ queryKey: unreadNotifications.queryKey })
    .then(() => client.fetchQuery({ ...unreadNotifications, staleTime: 0 }))
    .catch(() => undefined);
}

/** Refetches notifications after a poll, unless they were loaded recently. */
export function refetchAfterPoll(client: QueryClient): void {
  const { dataUpdatedAt: at = 0 } = client.getQueryState(unreadNotifications.queryKey) ?? {};
  if (Date.now() - at >= staleMilliseconds) refetchNotifications(client);
}

/** Refetches notifications in all windows of this browser. No event reports that notifications were read. */
export function refetchInAllWindows(client: QueryClient): void {
  refetchNotifications(client);
  channel.postMessage('read');
}

/** Calls `listener` when another window has marked notifications, until `signal` is aborted. */
export const onReadElsewhere = (listener: () => void, signal: AbortSignal): void =>
  channel.addEventListener('message', listener, { signal });
