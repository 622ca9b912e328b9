import type { Event } from '#contract';
import { call } from '../../api-client/client.ts';
import { listKeys } from '../../api-client/list-keys.ts';

/** The fields of an event that polling needs. */
export type UpdateEvent = Pick<
  Event,
  'id' | 'type' | 'resource' | 'resource_id' | 'ticket_id' | 'version' | 'person_id'
>;

const fields = listKeys<UpdateEvent>({
  id: true,
  type: true,
  resource: true,
  resource_id: true,
  ticket_id: true,
  version: true,
  person_id: true,
});

/** Reads the latest events, newest first. Without changes the response is a 304. */
export const fetchLatestEvents = async (): Promise<UpdateEvent[]> =>
  (await call('GET /events', { query: { per_page: '50', fields: fields.join(',') } })).body;

/**
 * Returns the events after the last known one, newest first; null if that is not among them, so that anything may have
 * changed.
 *
 * @param latest newest first
 * @param lastId id of the last known event; empty if there was none
 */
export function findEventsSince(latest: readonly UpdateEvent[], lastId: string): UpdateEvent[] | null {
  const index = latest.findIndex(({ id }) => id === lastId);
  if (index >= 0) return latest.slice(0, index);
  return lastId === '' && latest.length < maxEvents ? [...latest] : null;
}

const maxEvents = 50;
