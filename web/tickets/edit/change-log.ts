import type { Event } from '#contract';
import { call } from '../../api-client/client.ts';
import { listKeys } from '../../api-client/list-keys.ts';

/** A change to a ticket: the version it created, and its fields with old and new values. */
export type ChangeLogEntry = Pick<Event, 'version' | 'person_id' | 'created_at' | 'changes'>;

const fields = listKeys<ChangeLogEntry>({ version: true, person_id: true, created_at: true, changes: true });

/**
 * GET /events: changes to a ticket after a version, oldest first, at most the latest 100. Excludes messages, which have
 * their own versions.
 */
export async function readChangeLog(ticketId: string, since: number): Promise<ChangeLogEntry[]> {
  const query = {
    ticket_id: ticketId,
    type: 'ticket.updated,ticket.closed,ticket.reopened',
    fields: fields.join(','),
    per_page: '100',
  };
  const { body } = await call('GET /events', { query });
  return body.filter(({ version }) => version > since).toReversed();
}
