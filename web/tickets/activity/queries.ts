import { queryOptions } from '@tanstack/react-query';
import type { Event } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { withoutUndone } from './without-undone.ts';

const fields = ['id', 'type', 'resource_id', 'person_id', 'created_at', 'changes'] as const;

/** A change log entry about a ticket or one of its messages. */
export type ActivityEvent = Pick<Event, (typeof fields)[number]>;

export const activityKeys = { all: ['activity'], forTicket: (ticketId: string) => ['activity', ticketId] } as const;

/** Creation events are left out: the ticket and its messages show them. */
const changeTypes = 'ticket.updated,ticket.closed,ticket.reopened,message.updated,message.deleted';

/** Older events beyond this number of pages are left out. */
const maxPages = 10;

/** GET /events: changes to a ticket and its messages, oldest first. */
export const activity = (ticketId: string) =>
  queryOptions({
    queryKey: activityKeys.forTicket(ticketId),
    queryFn: ({ signal }) => readActivity(ticketId, signal),
  });

async function readActivity(ticketId: string, signal: AbortSignal): Promise<ActivityEvent[]> {
  const read = (type: string): Promise<ActivityEvent[]> =>
    fetchAllPages(
      page =>
        call('GET /events', {
          query: { ticket_id: ticketId, type, fields: fields.join(','), per_page: '100', ...page },
          signal,
        }),
      maxPages,
    );
  const newestFirst = await read(changeTypes);
  const hasDeleted = newestFirst.some(({ type }) => type === 'message.deleted');
  const created = hasDeleted ? await read('message.created') : [];
  return withoutUndone(newestFirst.toReversed(), created);
}
