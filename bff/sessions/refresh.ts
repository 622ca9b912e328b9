import { createHash } from 'node:crypto';
import type { Tokens } from '../sign-in/oauth-client.ts';
import { createSession, type Session } from './session-cookie.ts';
import { createSingleFlight } from './single-flight.ts';

/** Renews sessions with one token request per refresh token. */
export type Refresher = {
  /** Returns the renewed session. Rejects with the error of the token request. */
  renew(session: Session): Promise<Session>;
  /** Returns the renewed session if it is known or pending, otherwise the given session. */
  latest(session: Session): Promise<Session>;
};

/**
 * Creates a refresher. The first request uses the refresh token. For 30 s, concurrent and late requests with the old
 * cookie share its result, because a second use of a rotated token may end the session. Later requests rely on the
 * authorization server's grace period.
 *
 * @param refresh the token request
 * @param clock milliseconds since 1970
 */
export function createRefresher(refresh: (refreshToken: string) => Promise<Tokens>, clock: () => number): Refresher {
  const renewals = createSingleFlight<Session>(clock);
  const digest = (session: Session) => createHash('sha256').update(session.refresh_token).digest('base64url');

  return {
    renew: session =>
      renewals.run(digest(session), async () => {
        const tokens = await refresh(session.refresh_token);
        return createSession(tokens, clock(), session);
      }),
    async latest(session) {
      return (await renewals.find(digest(session))?.catch(() => session)) ?? session;
    },
  };
}
