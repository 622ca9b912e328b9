import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { Problem } from './problems.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { OAuthFailure, toOAuthFailure } from './sign-in/oauth-failure.ts';

/** Handles GET /healthz: 200 while the process runs. */
export const serveHealthz: RequestHandler = (_req, res) =>
  void res.set('Cache-Control', 'no-store').json({ status: 'ok' });

type Dependencies = { oauth: OAuthClient; apiPublicUrl: string; isShuttingDown: () => boolean };

/** Probes usually time out after one second. */
const timeoutMilliseconds = 800;

const rejectAfterTimeout = () =>
  pause(timeoutMilliseconds, undefined, { ref: false }).then(() => {
    throw new OAuthFailure('outage', 'too_slow');
  });

const describeFailure = (issuer: string, { code }: OAuthFailure) =>
  `Sign-in is unavailable: the authorization server ${issuer} was not found at API_URL (${code}).`;

/**
 * GET /readyz: 200 once the authorization server has been found. Before that, 503 with the reason. A later API outage
 * does not change the status, because the bff itself reports the outage to users. During shutdown the status is 503, so
 * that a balancer sends no new requests.
 */
export const serveReadyz =
  ({ oauth, apiPublicUrl, isShuttingDown }: Dependencies): RequestHandler =>
  async (_req, res) => {
    if (isShuttingDown()) throw new Problem('unavailable', 'This server is shutting down.');
    await Promise.race([oauth.ready(), rejectAfterTimeout()]).catch(error => {
      // Without a cause nothing is logged: check-settings.ts logs an unavailable API, and probes are frequent.
      throw new Problem('unavailable', describeFailure(apiPublicUrl, toOAuthFailure(error)), { 'Retry-After': '2' });
    });
    res.set('Cache-Control', 'no-store').json({ status: 'ready' });
  };
