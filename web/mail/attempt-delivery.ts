import type { Delivery } from '#contract';
import { call } from '../api-client/client.ts';

const pauseMilliseconds = 250;
const maxAttempts = 40;

/**
 * PUT /deliveries/{delivery_id}/attempt. Waits up to ten seconds for the mail server.
 * @throws {ApiError} {NetworkError}
 */
export async function attemptDelivery(id: string): Promise<Delivery> {
  const params = { delivery_id: id };
  await call('PUT /deliveries/{delivery_id}/attempt', { params });
  for (let attempt = 1; ; attempt++) {
    const { body } = await call('GET /deliveries/{delivery_id}', { params });
    const isWaiting = body.state === 'sending' || (body.state === 'queued' && body.next_attempt_at === null);
    if (!isWaiting || attempt === maxAttempts) return body;
    await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
  }
}
