import type { Event } from '#contract';
import { call } from '../api.ts';

/** What the change log tells of a change, as far as it matters here. */
export type NewsEvent = Pick<Event, 'id' | 'type' | 'resource' | 'resource_id' | 'ticket_id' | 'version' | 'person_id'>;

const fields = [
  'id',
  'type',
  'resource',
  'resource_id',
  'ticket_id',
  'version',
  'person_id',
] satisfies (keyof NewsEvent)[];

/** The latest changes of the desk, newest first. While nothing happens this is a 304: the one request that freshness costs. */
export const readLatest = async (): Promise<NewsEvent[]> =>
  (await call('GET /events', { query: { per_page: '50', fields: fields.join(',') } })).body;

/**
 * What has happened since an event was the latest, newest first; null when there is no telling, because it was none of
 * these: then anything may have changed.
 *
 * @param latest newest first
 * @param lastId of the event that was the newest; empty when there was none at all
 */
export function since(latest: readonly NewsEvent[], lastId: string): NewsEvent[] | null {
  const index = latest.findIndex(({ id }) => id === lastId);
  if (index >= 0) return latest.slice(0, index);
  return lastId === '' && latest.length < mostEvents ? [...latest] : null;
}

const mostEvents = 50;
