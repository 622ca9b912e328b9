import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { Problem } from './problems.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { OAuthFailure, sortFailure } from './sign-in/oauth-failure.ts';

/** GET /healthz: the process runs. */
export const alive: RequestHandler = (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' });

type Dependencies = { oauth: OAuthClient; apiPublicUrl: string; isEnding: () => boolean };

/** Less than the second that whoever asks usually waits. */
const patienceMs = 800;

const tooSlow = () =>
  pause(patienceMs, undefined, { ref: false }).then(() => {
    throw new OAuthFailure('outage', 'too_slow');
  });

/** What is missing, for whoever runs the desk. */
const missing = (issuer: string, { code }: OAuthFailure) =>
  `Nobody can sign in: the authorization server ${issuer} has not been found by API_URL (${code}).`;

/**
 * GET /readyz: somebody could sign in, since the authorization server has been found; 503 until then, with what is
 * missing. An API that goes away later leaves the desk ready: it is the bff that tells people of it. A bff that has been
 * told to end is not ready any more, though it still answers: whoever balances is to send nobody else.
 */
export const ready =
  ({ oauth, apiPublicUrl, isEnding }: Dependencies): RequestHandler =>
  async (_req, res) => {
    if (isEnding()) throw new Problem('unavailable', 'This server is about to end.');
    await Promise.race([oauth.ready(), tooSlow()]).catch(error => {
      // Without a cause nothing is logged: this is asked every few seconds, and agreement.ts logs an API that stays away.
      throw new Problem('unavailable', missing(apiPublicUrl, sortFailure(error)), { 'Retry-After': '2' });
    });
    res.set('Cache-Control', 'no-store').json({ status: 'ready' });
  };
