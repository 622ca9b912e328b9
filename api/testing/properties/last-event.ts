import type { Event } from '#contract';
import type { TestApi } from '../api.ts';

/** Returns the id of the newest event that the agent can read; 0 if there are no events. */
export const getLastEventId = async (api: TestApi): Promise<number> => {
  const { body } = await api.call<Event[]>('GET', '/v1/events?per_page=1', { as: 'agent' });
  return Number(body[0]?.id ?? 0);
};
