import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api-client/client.ts';
import { formatTotal } from '../ui/format-total.ts';

/** GET /notifications: the number of unread notifications, and the tickets of the newest hundred. */
export const unreadNotifications = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => {
    const query = { unread: 'true', count: 'true', per_page: '100', fields: 'ticket_id' };
    const { body, total } = await call('GET /notifications', { query, signal });
    return { total, ticketIds: body.map(({ ticket_id: id }) => id) };
  },
});

/** Returns the formatted number of unread notifications. Empty for zero, and until live updates have loaded it. */
export function useUnreadCount(): string {
  const total = useQuery({ ...unreadNotifications, enabled: false }).data?.total;
  return total?.count ? formatTotal(total) : '';
}
