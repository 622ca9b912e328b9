import type { Request } from 'express';
import { notSignedIn, upstreamUnavailable } from '../problems.ts';
import { OAuthFailure } from '../sign-in/oauth-failure.ts';
import type { Refresher } from './refresh.ts';
import type { Session, SessionCookie } from './session-cookie.ts';

/** Tokens with less time left are renewed, as a request must not outlive its token. */
const marginMilliseconds = 60_000;

/** Returns the session of a request, renewed if its access token expires soon. Throws Problem 401 or 503. */
export type RequireSession = (req: Request) => Promise<Session>;

/** @param clock milliseconds since 1970 */
export function createRequireSession(
  sessions: SessionCookie,
  refresher: Refresher,
  clock: () => number,
): RequireSession {
  async function renew(req: Request, session: Session): Promise<Session> {
    const renewed = await refresher.renew(session);
    await sessions.write(req, renewed);
    return renewed;
  }

  /** Ends the session if the grant is invalid. During an outage, a token that is still valid stays in use. */
  function handleFailure(req: Request, session: Session, error: unknown): Session {
    if (!(error instanceof OAuthFailure)) throw error;
    if (error.kind === 'grant') {
      sessions.clear(req);
      throw notSignedIn();
    }
    if (error.kind === 'client')
      req.log.error({ err: error }, 'failed to renew the session: check OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET');
    else req.log.warn({ err: error }, 'failed to renew the session');
    if (session.access_until > clock()) return session;
    throw upstreamUnavailable();
  }

  return async req => {
    const session = await sessions.read(req);
    if (!session) throw notSignedIn();
    if (session.access_until - clock() > marginMilliseconds) return session;
    return renew(req, session).catch(error => handleFailure(req, session, error));
  };
}
