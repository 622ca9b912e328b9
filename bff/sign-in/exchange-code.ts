import { createHash } from 'node:crypto';
import { createLruCache } from '../sessions/lru-cache.ts';
import { createSingleFlight } from '../sessions/single-flight.ts';
import type { OAuthClient, Tokens } from './oauth-client.ts';
import { OAuthFailure } from './oauth-failure.ts';
import type { Transaction } from './transaction.ts';

/** Exchanges the code in a callback's query for tokens. Throws OAuthFailure. */
export type ExchangeCode = OAuthClient['exchange'];

/** The number of finished sign-ins to cache. A process handles fewer in the lifetime of a sign-in cookie. */
const maxUsedStates = 10_000;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Exchanges each code only once: a second use revokes the first tokens (RFC 6749, 4.1.2). A browser repeats a
 * callback after a reload, a double click or a lost response. Within 30 s, a repeated callback gets the same tokens.
 * Later callbacks of a finished sign-in are rejected without a request to the authorization server.
 *
 * @param exchange the token request
 * @param clock milliseconds since 1970
 */
export function exchangeCodeOnce(exchange: ExchangeCode, clock: () => number): ExchangeCode {
  const exchanges = createSingleFlight<Tokens>(clock);
  const usedStates = createLruCache<true>(maxUsedStates);

  return async (query, transaction: Transaction) => {
    const state = digest(transaction.state);
    return exchanges.run(digest(`${state} ${query}`), async () => {
      if (usedStates.get(state)) throw new OAuthFailure('mismatch', 'replayed');
      const tokens = await exchange(query, transaction);
      usedStates.set(state, true);
      return tokens;
    });
  };
}
