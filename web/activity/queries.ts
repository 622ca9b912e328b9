import { queryOptions } from '@tanstack/react-query';
import type { Event } from '#contract';
import { readAllPages } from '../all-pages.ts';
import { call } from '../api.ts';

/** Something that was done to a ticket or one of its messages, as the change log has it. */
export type LogLine = Pick<Event, 'id' | 'type' | 'resource_id' | 'person_id' | 'created_at' | 'changes'>;

/** Where a ticket's activity lies in the cache. */
export const activityKeys = { all: ['activity'], ofTicket: (ticketId: string) => ['activity', ticketId] } as const;

/** That something was created is seen by its being there. */
const told = 'ticket.updated,ticket.closed,ticket.reopened,message.updated,message.deleted';

/** Of a ticket that was changed more often, the beginning is left out. */
const mostPages = 10;

/** GET /events: what was done to a ticket and its messages, oldest first. */
export const activity = (ticketId: string) =>
  queryOptions({
    queryKey: activityKeys.ofTicket(ticketId),
    queryFn: ({ signal }) => readActivity(ticketId, signal),
  });

async function readActivity(ticketId: string, signal: AbortSignal): Promise<LogLine[]> {
  const fields = 'id,type,resource_id,person_id,created_at,changes';
  const newestFirst = await readAllPages(
    page =>
      call('GET /events', { query: { ticket_id: ticketId, type: told, fields, per_page: '100', ...page }, signal }),
    mostPages,
  );
  return newestFirst.toReversed();
}
