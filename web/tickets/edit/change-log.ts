import type { Event } from '#contract';
import { call } from '../../api.ts';

/** What somebody did to a ticket: the version it made, and its fields with old and new values. */
export type LogEntry = Pick<Event, 'version' | 'person_id' | 'created_at' | 'changes'>;

/**
 * GET /events: what happened to a ticket after it had a version, oldest first. Its messages have versions of their own
 * and are left out. Of more than a hundred changes, the latest.
 */
export async function readChangeLog(ticketId: string, since: number): Promise<LogEntry[]> {
  const query = {
    ticket_id: ticketId,
    type: 'ticket.updated,ticket.closed,ticket.reopened',
    fields: 'version,person_id,created_at,changes',
    per_page: '100',
  };
  const { body } = await call('GET /events', { query });
  return body.filter(({ version }) => version > since).toReversed();
}
