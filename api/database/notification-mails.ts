import { deliveryKinds, deliveryStates } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import type { Queries } from './database.ts';

/**
 * Reads the notifications that a delivery mails, oldest first: those that are unread and still wanted by mail, of an
 * enabled person.
 */
export const readMailedNotifications = (queries: Queries, deliveryId: string) =>
  queries
    .selectFrom('notifications')
    .leftJoin('tickets', 'tickets.n', 'notifications.ticket_n')
    .leftJoin('people as actor', 'actor.id', 'notifications.actor_id')
    .innerJoin('people as reader', 'reader.id', 'notifications.person_id')
    .select(['notifications.person_id', 'notifications.kind', 'notifications.cause', 'notifications.target_id'])
    .select(['tickets.id as ticket_id', 'tickets.subject', 'tickets.customer_name', 'actor.name as actor_name'])
    .where('delivery_id', '=', deliveryId)
    .where('read_at', '=', 0)
    .where('by_mail', '=', 1)
    .where('reader.disabled', '=', 0)
    .orderBy('notifications.n')
    .execute();

export type MailedNotification = Awaited<ReturnType<typeof readMailedNotifications>>[number];

/** Selects the people who have a mail about notifications that is not sent yet. */
export const selectPeopleWithQueuedMail = (queries: Queries) =>
  queries
    .selectFrom('deliveries')
    .innerJoin('notifications', 'notifications.delivery_id', 'deliveries.id')
    .select('notifications.person_id')
    .where(
      'deliveries.state',
      'in',
      (['held', 'queued', 'sending'] as const).map(state => encodeEnum(deliveryStates, state)),
    )
    .where('deliveries.kind', '=', encodeEnum(deliveryKinds, 'notification'));
