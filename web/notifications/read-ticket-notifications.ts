import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api-client/client.ts';
import { refetchInAllWindows } from './refetch.ts';
import { unreadNotifications } from './unread.ts';

/** PUT /notifications/read: marks the notifications of a ticket as read. Ignores failures: the next visit retries. */
export const readTicketNotifications = (client: QueryClient, ticketId: string): Promise<void> =>
  call('PUT /notifications/read', { body: { ticket_id: ticketId } }).then(
    () => refetchInAllWindows(client),
    () => undefined,
  );

/** Marks the unread notifications of the open ticket as read once the window is visible. */
export function useReadTicketNotifications(ticketId: string): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...unreadNotifications, enabled: false });
  // With more than the hundred loaded notifications, any ticket may have unread notifications.
  const hasUnread =
    data !== undefined && (data.ticketIds.includes(ticketId) || data.total?.count !== data.ticketIds.length);
  useEffect(() => {
    if (!hasUnread) return undefined;
    const read = (): void => {
      if (!document.hidden) void readTicketNotifications(client, ticketId);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [client, ticketId, hasUnread]);
}
