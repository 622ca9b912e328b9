import type { Event } from '#contract';
import { call } from '../../api-client/client.ts';

/** The fields of an event that polling needs. */
const fields = ['id', 'type', 'resource', 'resource_id', 'ticket_id', 'version', 'person_id', 'created_at'] as const;

/** A polled or streamed event. Only streamed events have `changes`. */
export type UpdateEvent = Pick<Event, (typeof fields)[number]> & Partial<Pick<Event, 'changes'>>;

const maxEvents = 50;

/** Reads the latest events, newest first. If nothing has changed, the server sends only a 304. */
export const fetchLatestEvents = async (): Promise<UpdateEvent[]> =>
  (await call('GET /events', { query: { per_page: String(maxEvents), fields: fields.join(',') } })).body;

/**
 * Returns the events after the last known event, newest first. Returns null if that event is missing: anything may have
 * changed.
 *
 * @param latest newest first
 * @param lastId id of the last known event; empty if the log was empty before
 */
export function findEventsAfter(latest: readonly UpdateEvent[], lastId: string): UpdateEvent[] | null {
  const index = latest.findIndex(({ id }) => id === lastId);
  if (index >= 0) return latest.slice(0, index);
  return lastId === '' && latest.length < maxEvents ? [...latest] : null;
}

/**
 * Returns the events since a time, in milliseconds since 1970, newest first. Returns null if all `maxEvents` are that
 * recent, since earlier events may be missing.
 *
 * @param latest newest first
 */
export function findEventsSince(latest: readonly UpdateEvent[], time: number): UpdateEvent[] | null {
  const events = latest.filter(({ created_at: at }) => Date.parse(at) >= time);
  return events.length < maxEvents ? events : null;
}
