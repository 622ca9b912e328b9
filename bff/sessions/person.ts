import { z } from 'zod';
import { unavailable, upstreamFailed } from '../problems.ts';
import type { ApiConnection } from '../upstream/api-connection.ts';
import { problemOf } from '../upstream/upstream-failure.ts';

const person = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.string() });

/** The signed-in person, as the web app shows them. */
export type SignedInPerson = z.output<typeof person>;

/** Too many requests, and what a proxy in front of the API says of one that is away. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Whom the access token of a request speaks for; null when the API no longer takes the token.
 * Throws Problem when the API is down or answers with anything else.
 *
 * @param caller the fields of callerHeaders
 */
export async function personOf(
  api: ApiConnection,
  caller: Readonly<Record<string, string>>,
): Promise<SignedInPerson | null> {
  const path = api.pathOf('/v1/people/me?fields=id,name,email,role');
  const headers = { ...caller, accept: 'application/json' };
  try {
    const answer = await api.dispatcher.request({ path, method: 'GET', headers });
    const text = await answer.body.text();
    if (answer.statusCode === 401) return null;
    if (passing.has(answer.statusCode)) throw unavailable(new Error(`the API answered ${answer.statusCode}`));
    if (answer.statusCode !== 200) throw upstreamFailed(new Error(`the API answered ${answer.statusCode}`));
    return person.parse(JSON.parse(text));
  } catch (error) {
    throw problemOf(error);
  }
}
