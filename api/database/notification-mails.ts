import type { Queries } from './database.ts';

/**
 * Reads the notifications to put into the mail of a delivery, oldest first. Omits read notifications, notifications
 * that the person no longer wants by mail, and notifications of a disabled person.
 */
export const readMailedNotifications = (queries: Queries, deliveryId: string) =>
  queries
    .selectFrom('notifications')
    .leftJoin('tickets', 'tickets.n', 'notifications.ticket_n')
    .leftJoin('people as actor', 'actor.id', 'notifications.actor_id')
    .innerJoin('people as reader', 'reader.id', 'notifications.person_id')
    .select(['notifications.person_id', 'notifications.kind', 'notifications.cause', 'notifications.target_id'])
    .select(['tickets.id as ticket_id', 'tickets.subject', 'tickets.customer_name', 'actor.name as actor_name'])
    .select('reader.email')
    .where('delivery_id', '=', deliveryId)
    .where('read_at', '=', 0)
    .where('by_mail', '=', 1)
    .where('reader.disabled', '=', 0)
    .orderBy('notifications.n')
    .execute();

export type MailedNotification = Awaited<ReturnType<typeof readMailedNotifications>>[number];
