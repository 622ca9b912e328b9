import type { Request, RequestHandler } from 'express';
import type { Refresher } from './sessions/refresh.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { toOAuthFailure } from './sign-in/oauth-failure.ts';
import type { UnfinishedSignOut } from './sign-in/unfinished-sign-out.ts';
import type { OpenStreams } from './upstream/open-streams.ts';

type Dependencies = {
  oauth: OAuthClient;
  sessions: SessionCookie;
  refresher: Refresher;
  unfinishedSignOut: UnfinishedSignOut;
  openStreams: OpenStreams;
};

/**
 * Handles POST /logout, which ends the session. Ends its streams, revokes its tokens and deletes its cookie. Returns
 * the URL that ends the API's session. The cookie is deleted even if the API fails, because an outage must not keep
 * anyone signed in. In that case the browser stays at the bff, and the next sign-in asks for the password.
 */
export function createLogoutHandler(dependencies: Dependencies): RequestHandler {
  const { oauth, sessions, refresher, unfinishedSignOut, openStreams } = dependencies;
  /** Revokes the session's tokens. Returns false if that fails: the browser then stays at the bff. */
  async function revoke(req: Request): Promise<boolean> {
    const session = await sessions.read(req);
    if (!session) return true;
    openStreams.endSession(session);
    // Another tab may be renewing the session: the newest token must be revoked.
    const { refresh_token: newest } = await refresher.latest(session);
    try {
      await oauth.revoke(newest);
      return true;
    } catch (error) {
      req.log.error(
        { err: toOAuthFailure(error) },
        'failed to revoke the refresh token; it stays valid until it expires',
      );
      return false;
    } finally {
      // A page may have opened another stream in the meantime.
      openStreams.endSession(session);
    }
  }

  return async (req, res) => {
    const revoked = await revoke(req);
    sessions.clear(req);
    const endSessionUrl = revoked ? await oauth.getEndSessionUrl().catch(() => null) : null;
    if (!endSessionUrl) unfinishedSignOut.set(res);
    res.json({ redirect_to: endSessionUrl?.href ?? '/' });
  };
}
