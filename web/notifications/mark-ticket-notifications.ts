import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api-client/client.ts';
import { refetchInAllWindows } from './refetch.ts';
import { unreadNotifications } from './unread.ts';

/**
 * PUT /notifications/read: marks the notifications of a ticket as read, and refetches all notifications. Ignores
 * failures: the next visit retries.
 */
export const markTicketNotificationsRead = (client: QueryClient, ticketId: string): Promise<void> =>
  call('PUT /notifications/read', { body: { ticket_id: ticketId } })
    .catch(() => undefined)
    .then(() => refetchInAllWindows(client));

/** Marks the unread notifications of the open ticket as read once the window is visible. */
export function useMarkTicketNotificationsRead(ticketId: string): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...unreadNotifications, enabled: false });
  // Only the newest hundred are loaded. If there are more, any ticket may have unread notifications.
  const hasUnread =
    data !== undefined && (data.ticketIds.includes(ticketId) || data.total?.count !== data.ticketIds.length);
  useEffect(() => {
    if (!hasUnread) return undefined;
    const markRead = (): void => {
      if (!document.hidden) void markTicketNotificationsRead(client, ticketId);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [client, ticketId, hasUnread]);
}
