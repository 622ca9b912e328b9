import type { z } from 'zod';
import type { listNotifications } from '#contract';
import { notificationKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { createScan, readPage } from '../database/page.ts';
import { countUpTo } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type NotificationRow, toNotification } from './representation.ts';

type Query = z.output<typeof listNotifications.query>;

/** At most this many notifications are counted, which limits the cost. */
const countCap = 10_000;

/** Describes the caller's notifications to the request pipeline. There is no validator, because subjects may change. */
export const notificationList = (apiPublicUrl: string): ListDefinition<Query, NotificationRow> => ({
  kind: 'notification',
  page: (queries, { query, caller, anchor, limit }) =>
    readPage(createScan(selectOwn(queries, query, caller.person.id), 'notifications'), [], anchor, limit),
  count: (queries, { query, caller }) =>
    countUpTo(queries, selectOwn(queries, query, caller.person.id).clearSelect().select('notifications.n'), countCap),
  addMembers: (_queries, { fields }) =>
    fields?.includes('ticket_subject') ? Promise.resolve(({ ticket_subject }) => ({ ticket_subject })) : null,
  toRepresentation: toNotification(apiPublicUrl),
});

/** Selects notifications with the current id and subject of their tickets. */
export const selectNotifications = (queries: Queries) =>
  queries
    .selectFrom('notifications')
    .leftJoin('tickets', 'tickets.n', 'notifications.ticket_n')
    .selectAll('notifications')
    .select(['tickets.id as ticket_id', 'tickets.subject as ticket_subject']);

/** Selects the notifications of a person that match the filters. Omits notifications that are only mailed. */
export const selectOwn = (
  queries: Queries,
  { unread, kind, ticket_id }: Pick<Query, 'unread' | 'kind' | 'ticket_id'>,
  personId: string,
) =>
  selectNotifications(queries)
    .where('notifications.person_id', '=', personId)
    .where('in_app', '=', 1)
    // A literal, which matches the partial index of unread notifications.
    .$if(unread !== undefined, narrow => narrow.where(({ eb, lit }) => eb('read_at', unread ? '=' : '>', lit(0))))
    .$if(kind !== undefined, narrow =>
      narrow.where(
        'kind',
        'in',
        (kind ?? []).map(each => encodeEnum(notificationKinds, each)),
      ),
    )
    .$if(ticket_id !== undefined, narrow => narrow.where('tickets.id', '=', ticket_id ?? ''));
