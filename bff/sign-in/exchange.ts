import { createHash } from 'node:crypto';
import { createFlights } from '../sessions/flights.ts';
import { createRecent } from '../sessions/recent.ts';
import type { OAuthClient, Tokens } from './oauth-client.ts';
import { OAuthFailure } from './oauth-failure.ts';
import type { Transaction } from './transaction.ts';

/** Trades the code of a callback's query for tokens. Throws OAuthFailure. */
export type Exchange = OAuthClient['exchange'];

/** Sign-ins whose code has been spent; more than come to one process while any of their cookies lives. */
const mostRemembered = 10_000;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * A code is spent once, for the server takes a second use for theft and ends what came of the first (RFC 6749, 4.1.2).
 * A browser may well ask twice, by Reload, by a click that comes twice, or as the first answer was lost on the way: then
 * it has not heard that its sign-in is over, and gets the same outcome again. Later, a browser that has kept the cookie
 * of a finished sign-in is refused, and nothing is sent anywhere.
 *
 * @param exchange the token call
 * @param clock milliseconds since 1970
 */
export function exchangeOnce(exchange: Exchange, clock: () => number): Exchange {
  const flights = createFlights<Tokens>(clock);
  const spent = createRecent<true>(mostRemembered);

  return async (query, transaction: Transaction) => {
    const state = digest(transaction.state);
    return flights.join(digest(`${state} ${query}`), async () => {
      if (spent.get(state)) throw new OAuthFailure('mismatch', 'replayed');
      const tokens = await exchange(query, transaction);
      spent.set(state, true);
      return tokens;
    });
  };
}
