import { queryOptions } from '@tanstack/react-query';
import type { Event } from '#contract';
import { call } from '../api.ts';
import { cursorOf } from '../connection/link-header.ts';

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
  const lines: LogLine[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { body, links } = await call('GET /events', {
      query: {
        ticket_id: ticketId,
        type: told,
        fields: 'id,type,resource_id,person_id,created_at,changes',
        per_page: '100',
        ...(cursor && { cursor }),
      },
      signal,
    });
    lines.push(...body);
    cursor = cursorOf(links.next);
    if (!cursor) break;
  }
  return lines.toReversed();
}
