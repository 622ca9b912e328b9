import type { Request, RequestHandler } from 'express';
import type { Refresher } from './sessions/refresh.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { sortFailure } from './sign-in/oauth-failure.ts';
import type { UnfinishedSignOut } from './sign-in/unfinished-sign-out.ts';

type Dependencies = {
  oauth: OAuthClient;
  sessions: SessionCookie;
  refresher: Refresher;
  unfinished: UnfinishedSignOut;
};

/**
 * POST /logout: ends the session here and its tokens at the server, and tells the address that ends the server's own
 * session too. The cookie goes whatever the server says: an outage must not keep anyone signed in. Nor does it send
 * anyone to a server that does not answer: the next sign-in then asks for the password instead.
 */
export function logout({ oauth, sessions, refresher, unfinished }: Dependencies): RequestHandler {
  /** @returns whether the server may be sent the browser */
  async function revoke(req: Request): Promise<boolean> {
    const session = await sessions.read(req);
    if (!session) return true;
    // Another tab may be renewing it this very moment: it is the newest token that must go.
    const { refresh_token: newest } = await refresher.latest(session);
    try {
      await oauth.revoke(newest);
      return true;
    } catch (error) {
      req.log.error({ err: sortFailure(error) }, 'the refresh token could not be revoked');
      return false;
    }
  }

  return async (req, res) => {
    const revoked = await revoke(req);
    sessions.clear(req);
    const address = revoked ? await oauth.endSessionUrl().catch(() => null) : null;
    if (!address) unfinished.remember(res);
    res.json({ redirect_to: address?.href ?? '/' });
  };
}
