import { z } from 'zod';
import { upstreamFailed, upstreamUnavailable } from '../problems.ts';
import type { ApiPool } from '../upstream/api-pool.ts';
import { toUpstreamProblem } from '../upstream/upstream-failure.ts';

const person = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.string() });

/** The members of the signed-in person that the web app shows. */
export type SignedInPerson = z.output<typeof person>;

/** Statuses of a rate limit, and of a proxy whose API is unavailable. */
const temporaryStatuses = new Set([429, 502, 503, 504]);

/**
 * Fetches the person of an access token. Null if the API no longer accepts the token. Throws Problem if the API is
 * unavailable or its response is invalid.
 *
 * @param caller the result of createCallerHeaders
 */
export async function fetchPerson(
  api: ApiPool,
  caller: Readonly<Record<string, string>>,
): Promise<SignedInPerson | null> {
  const path = api.resolvePath('/v1/people/me?fields=id,name,email,role');
  const headers = { ...caller, accept: 'application/json' };
  try {
    const response = await api.dispatcher.request({ path, method: 'GET', headers });
    const text = await response.body.text();
    if (response.statusCode === 401) return null;
    if (temporaryStatuses.has(response.statusCode))
      throw upstreamUnavailable(new Error(`GET /v1/people/me returned ${response.statusCode}`));
    if (response.statusCode !== 200)
      throw upstreamFailed(new Error(`GET /v1/people/me returned ${response.statusCode}`));
    return person.parse(JSON.parse(text));
  } catch (error) {
    throw toUpstreamProblem(error);
  }
}
