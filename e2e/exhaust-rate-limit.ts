import type { SendRequest } from './cluster-client.ts';

/** The rate-limit headers of a response; `reset` is in seconds from now. */
type LimitedResponse = { status: number; remaining: number; reset: number; retryAfter: number | undefined };

const parallelRequests = 25;
/** The number of requests beyond the limit. */
const excessRequests = 50;

/**
 * Exhausts one window of a person's rate limit. @returns the responses within that window, and how many requests it had
 * left. A window that ends meanwhile is ignored.
 */
export async function exhaustRateLimit(
  send: SendRequest,
  limit: number,
): Promise<{ expected: number; responses: LimitedResponse[] }> {
  const sendRequest = async (): Promise<LimitedResponse> => {
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
  let expected = first.remaining;
  let responses: LimitedResponse[] = [];
  let left = first.reset;
  while (responses.length < expected + excessRequests) {
    const received = await Promise.all(Array.from({ length: parallelRequests }, sendRequest));
    const ofNextWindow = received.filter(({ reset }) => reset > left);
    if (ofNextWindow.length > 0) [expected, responses] = [limit, ofNextWindow];
    else responses.push(...received);
    left = Math.min(...responses.map(({ reset }) => reset));
  }
  return { expected, responses };
}
