import type { Request } from 'express';
import { notSignedIn, unavailable } from '../problems.ts';
import { OAuthFailure } from '../sign-in/oauth-failure.ts';
import type { Refresher } from './refresh.ts';
import type { Session, SessionCookie } from './session-cookie.ts';

/** Renew when less is left: a request must not outlive the token it carries. */
const marginMs = 60_000;

/** The session of a request with an access token that is good for now. Throws Problem 401 or 503. */
export type RequireSession = (req: Request) => Promise<Session>;

/** @param clock milliseconds since 1970 */
export function createSignedIn(sessions: SessionCookie, refresher: Refresher, clock: () => number): RequireSession {
  async function renew(req: Request, session: Session): Promise<Session> {
    const renewed = await refresher.renew(session);
    await sessions.write(req, renewed);
    return renewed;
  }

  /** The session is over, or the server cannot say: then a token that is still good goes on being used. */
  function fallBack(req: Request, session: Session, error: unknown): Session {
    if (!(error instanceof OAuthFailure)) throw error;
    if (error.kind === 'grant') {
      sessions.clear(req);
      throw notSignedIn();
    }
    const level = error.kind === 'client' ? 'error' : 'warn';
    req.log[level]({ err: error }, 'the session could not be renewed');
    if (session.access_until > clock()) return session;
    throw unavailable();
  }

  return async req => {
    const session = await sessions.read(req);
    if (!session) throw notSignedIn();
    if (session.access_until - clock() > marginMs) return session;
    return renew(req, session).catch(error => fallBack(req, session, error));
  };
}
