import type { Request, RequestHandler } from 'express';
import type { OAuthClient } from './oauth-client.ts';
import { sortFailure } from './oauth-failure.ts';
import type { Refresher } from './refresh.ts';
import type { SessionCookie } from './session-cookie.ts';

type Dependencies = { oauth: OAuthClient; sessions: SessionCookie; refresher: Refresher };

/**
 * POST /logout: ends the session here and its tokens at the server, and tells the address that ends the server's own
 * session too. The cookie goes whatever the server says: an outage must not keep anyone signed in.
 */
export function logout({ oauth, sessions, refresher }: Dependencies): RequestHandler {
  async function revoke(req: Request): Promise<void> {
    const session = await sessions.read(req);
    if (!session) return;
    // Another tab may be renewing it this very moment: it is the newest token that must go.
    const { refresh_token: newest } = await refresher.latest(session);
    await oauth.revoke(newest).catch(error => {
      req.log.error({ err: sortFailure(error) }, 'the refresh token could not be revoked');
    });
  }

  return async (req, res) => {
    await revoke(req);
    sessions.clear(req);
    const address = await oauth.endSessionUrl().catch(() => null);
    res.json({ redirect_to: address?.href ?? '/' });
  };
}
