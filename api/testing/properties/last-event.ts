import type { Event } from '#contract';
import type { TestApi } from '../api.ts';

/** The id of the newest line of the change log. */
export const lastEvent = async (api: TestApi): Promise<number> => {
  const { body } = await api.call<Event[]>('GET', '/v1/events?per_page=1', { as: 'agent' });
  return Number(body[0]?.id ?? 0);
};
