import {
  getNotification,
  getNotificationPreferences,
  listNotifications,
  markNotificationRead,
  markNotificationUnread,
  readNotifications,
  replaceNotificationPreferences,
} from '#contract';
import type { OperationContext, Resource, Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { collectionActionRoute, noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import { notificationList, selectOwn } from './list.ts';
import { readPreferences, replacePreferences } from './preferences.ts';
import { type NotificationRow, toNotification } from './representation.ts';
import { markNotifications } from './store.ts';

/** The routes of the caller's own notifications and preferences. */
export const notificationRoutes = (apiPublicUrl: string): Route[] => {
  const resource: Resource<NotificationRow, Record<string, never>> = {
    name: 'notification',
    parameter: 'notification_id',
    isWellFormed: id => /^[1-9]\d{0,14}$/.test(id),
    async find(queries, { notification_id: id = '' }, { person }) {
      const own = selectOwn(queries, {}, person.id).where('notifications.n', '=', Number(id));
      return (await own.executeTakeFirst()) ?? null;
    },
    isDeleted: async () => false,
    toDraft: () => ({}),
    toRepresentation: toNotification(apiPublicUrl),
  };
  const mark =
    (isRead: boolean) =>
    ({ n }: NotificationRow, { database, caller, clock }: OperationContext) =>
      database.transaction(writes => {
        const now = clock();
        return markNotifications(writes, { personId: caller.person.id, n }, { readAt: isRead ? now : 0, now });
      });

  return [
    listRoute(listNotifications, notificationList(apiPublicUrl)),
    collectionActionRoute(readNotifications, 'notification', ({ through, ticket_id: ticketId }, context) => {
      const filter = { personId: context.caller.person.id, ticketId, ...(through && { through: Number(through) }) };
      const now = context.clock();
      return context.database.transaction(writes => markNotifications(writes, filter, { readAt: now, now }));
    }),
    itemRoute(getNotification, resource),
    noContentRoute(markNotificationRead, resource, mark(true)),
    noContentRoute(markNotificationUnread, resource, mark(false)),
    reportRoute(getNotificationPreferences, {
      kind: 'notification',
      compute: (queries, { caller }) => readPreferences(queries, caller.person.id),
    }),
    collectionActionRoute(replaceNotificationPreferences, 'notification', (preferences, { database, caller }) =>
      database.transaction(writes => replacePreferences(writes, caller.person.id, preferences)),
    ),
  ];
};
