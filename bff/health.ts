import type { RequestHandler } from 'express';
import type { OAuthClient } from './oauth-client.ts';
import { unavailable } from './problems.ts';

/** GET /healthz: the process runs. */
export const alive: RequestHandler = (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' });

/** GET /readyz: someone could sign in: the authorization server has been found. 503 until then. */
export const ready =
  (oauth: OAuthClient): RequestHandler =>
  async (_req, res) => {
    await oauth.ready().catch(error => {
      throw unavailable(error);
    });
    res.set('Cache-Control', 'no-store').json({ status: 'ready' });
  };
