import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Notification } from '#contract';
import { type ClientResponse, call, type QueryOf } from '../api-client/client.ts';
import { getCursor } from '../api-client/connection/link-header.ts';
import { listKeys } from '../api-client/list-keys.ts';
import type { ReservedQueryName } from '../api-client/list-query.ts';

/** The query of the list, with the API's names and values. */
export type NotificationFilter = {
  readonly [Name in Exclude<keyof QueryOf<'GET /notifications'>, ReservedQueryName>]?: string;
};

/** A notification in the list, with the current subject of its ticket. */
export type ListedNotification = Pick<
  Notification,
  'id' | 'kind' | 'cause' | 'target_id' | 'ticket_id' | 'message_id' | 'person_id' | 'read_at' | 'created_at'
> & { ticket_subject?: string | null };

const rowFields = listKeys<ListedNotification>({
  id: true,
  kind: true,
  cause: true,
  target_id: true,
  ticket_id: true,
  message_id: true,
  person_id: true,
  read_at: true,
  created_at: true,
  ticket_subject: true,
});

export const pageSize = 50;

/** The first parts of the query keys of all notification lists. */
export const listsKey = ['notifications', 'list'];

/** GET /notifications, newest first, following Link `next`. */
export const notificationList = (filter: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<ClientResponse<ListedNotification[]>> => {
      const query = { ...filter, per_page: String(pageSize), fields: rowFields.join(','), ...(cursor && { cursor }) };
      return call('GET /notifications', { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: page => getCursor(page.links.next),
    select: ({ pages }) => pages.flatMap(page => page.body),
    staleTime: 0,
  });

/** GET /notification_preferences. */
export const notificationPreferences = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async ({ signal }) => (await call('GET /notification_preferences', { signal })).body,
});
