import { createHash } from 'node:crypto';
import type { Tokens } from './oauth-client.ts';
import { type Session, sessionOf } from './session-cookie.ts';

/** Renews sessions, one token call per refresh token however many requests ask for it. */
export type Refresher = {
  /** The session's successor. Rejects as the token call did. */
  renew(session: Session): Promise<Session>;
  /** The session's successor if one is known or under way, else the session itself. */
  latest(session: Session): Promise<Session>;
};

/** So long a request with the old cookie is served from memory; after that the server's own grace still covers it. */
const rememberedMs = 30_000;

type Flight = { result: Promise<Session>; landed: number | null };

/**
 * Single flight: the first request spends the refresh token, all others, and stragglers still holding the old cookie,
 * share its outcome. Spending a rotated token twice would end the session. A flight belongs to no request: a browser
 * that leaves does not abort it.
 *
 * @param refresh the token call
 * @param clock milliseconds since 1970
 */
export function createRefresher(refresh: (refreshToken: string) => Promise<Tokens>, clock: () => number): Refresher {
  const flights = new Map<string, Flight>();
  const keyOf = (session: Session) => createHash('sha256').update(session.refresh_token).digest('base64url');

  /** Flights are in order of departure: the landed ones that have been remembered long enough come first. */
  function forgetOld(): void {
    for (const [key, flight] of flights) {
      if (flight.landed !== null && flight.landed + rememberedMs > clock()) break;
      if (flight.landed !== null) flights.delete(key);
    }
  }

  function depart(key: string, session: Session): Flight {
    const flight: Flight = {
      landed: null,
      result: refresh(session.refresh_token).then(
        tokens => {
          flight.landed = clock();
          return sessionOf(tokens, clock(), session);
        },
        error => {
          flights.delete(key); // an outage may be over at the next request
          throw error;
        },
      ),
    };
    flights.set(key, flight);
    return flight;
  }

  return {
    renew(session) {
      forgetOld();
      const key = keyOf(session);
      return (flights.get(key) ?? depart(key, session)).result;
    },
    async latest(session) {
      const flight = flights.get(keyOf(session));
      return flight ? flight.result.catch(() => session) : session;
    },
  };
}
