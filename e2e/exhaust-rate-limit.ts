import type { SendRequest } from './cluster-client.ts';

/** Status and rate-limit headers of a response; `reset` is in seconds from now. */
type RateLimitedResponse = { status: number; remaining: number; reset: number; retryAfter: number | undefined };

const parallelRequests = 25;
/** The number of requests beyond the limit. */
const excessRequests = 50;

/**
 * Exhausts one window of a person's rate limit. A window that ends in the meantime is ignored.
 *
 * @returns the responses within the window, and the requests that remained in it at first
 */
export async function exhaustRateLimit(
  send: SendRequest,
  limit: number,
): Promise<{ remainingRequests: number; responses: RateLimitedResponse[] }> {
  const sendRequest = async (): Promise<RateLimitedResponse> => {
    const { status, headers } = await send('GET', '/tickets?per_page=1');
    // A busy machine sheds requests that waited too long, before they count.
    if (status === 503) return sendRequest();
    const getNumber = (name: string) => Number(headers[name]);
    return {
      status,
      remaining: getNumber('x-rate-limit-remaining'),
      reset: getNumber('x-rate-limit-reset'),
      retryAfter: headers['retry-after'] === undefined ? undefined : getNumber('retry-after'),
    };
  };
  const first = await sendRequest();
  let remainingRequests = first.remaining;
  let responses: RateLimitedResponse[] = [];
  let secondsLeft = first.reset;
  while (responses.length < remainingRequests + excessRequests) {
    const received = await Promise.all(Array.from({ length: parallelRequests }, sendRequest));
    const ofNextWindow = received.filter(({ reset }) => reset > secondsLeft);
    if (ofNextWindow.length > 0) [remainingRequests, responses] = [limit, ofNextWindow];
    else responses.push(...received);
    secondsLeft = Math.min(...responses.map(({ reset }) => reset));
  }
  return { remainingRequests, responses };
}
