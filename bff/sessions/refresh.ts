import { createHash } from 'node:crypto';
import type { Tokens } from '../sign-in/oauth-client.ts';
import { createFlights } from './flights.ts';
import { type Session, sessionOf } from './session-cookie.ts';

/** Renews sessions, one token call per refresh token however many requests ask for it. */
export type Refresher = {
  /** The session's successor. Rejects as the token call did. */
  renew(session: Session): Promise<Session>;
  /** The session's successor if one is known or under way, else the session itself. */
  latest(session: Session): Promise<Session>;
};

/**
 * The first request spends the refresh token, all others, and stragglers still holding the old cookie, share its
 * outcome: spending a rotated token twice would end the session. Once that is forgotten the server's own grace still
 * covers them.
 *
 * @param refresh the token call
 * @param clock milliseconds since 1970
 */
export function createRefresher(refresh: (refreshToken: string) => Promise<Tokens>, clock: () => number): Refresher {
  const flights = createFlights<Session>(clock);
  const keyOf = (session: Session) => createHash('sha256').update(session.refresh_token).digest('base64url');

  return {
    renew: session =>
      flights.join(keyOf(session), async () => {
        const tokens = await refresh(session.refresh_token);
        return sessionOf(tokens, clock(), session);
      }),
    async latest(session) {
      return (await flights.find(keyOf(session))?.catch(() => session)) ?? session;
    },
  };
}
