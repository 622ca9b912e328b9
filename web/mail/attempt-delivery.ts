import type { Delivery } from '#contract';
import { call } from '../api-client/client.ts';
import { poll } from './poll.ts';

/**
 * PUT /deliveries/{delivery_id}/attempt. Waits up to ten seconds for the mail server. Returns the last known state.
 *
 * @throws {ApiError} {NetworkError}
 */
export async function attemptDelivery(id: string): Promise<Delivery> {
  const params = { delivery_id: id };
  await call('PUT /deliveries/{delivery_id}/attempt', { params });
  return poll(
    async () => (await call('GET /deliveries/{delivery_id}', { params })).body,
    ({ state, next_attempt_at }) => state !== 'sending' && (state !== 'queued' || next_attempt_at !== null),
  );
}
