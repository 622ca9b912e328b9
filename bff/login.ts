import type { RequestHandler } from 'express';
import type { BffMetrics } from './metrics.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { toOAuthFailure } from './sign-in/oauth-failure.ts';
import { safeReturnUri } from './sign-in/return-uri.ts';
import { seeOther } from './sign-in/see-other.ts';
import { signInErrorPage } from './sign-in/sign-in-error-pages.ts';
import type { Transactions } from './sign-in/transaction.ts';
import type { UnfinishedSignOut } from './sign-in/unfinished-sign-out.ts';

type Dependencies = {
  publicUrl: string;
  oauth: OAuthClient;
  transactions: Transactions;
  unfinishedSignOut: UnfinishedSignOut;
  metrics: BffMetrics;
};

const maxHintLength = 254;

/** Picks the parameters that are forwarded to the authorization server (OpenID Connect Core, 3.1.2.1). */
function pickForwardedParameters(query: Record<string, unknown>): Record<string, string> {
  const { prompt, login_hint: hint } = query;
  return {
    ...(prompt === 'login' && { prompt }),
    ...(typeof hint === 'string' && hint.length > 0 && hint.length <= maxHintLength && { login_hint: hint }),
  };
}

/** GET /login?return_to=/path: stores the return path and redirects to the authorization server. */
export function createLoginHandler({
  publicUrl,
  oauth,
  transactions,
  unfinishedSignOut,
  metrics,
}: Dependencies): RequestHandler {
  return async (req, res) => {
    const returnTo = safeReturnUri(req.query['return_to'], publicUrl);
    await oauth.ready().catch(error => {
      const failure = toOAuthFailure(error);
      req.log.error(
        { err: failure },
        'sign-in failed because the API is unavailable: check API_URL and that the API is running',
      );
      throw signInErrorPage(failure, returnTo);
    });
    const transaction = await transactions.start(req, res, returnTo);
    const parameters = {
      ...pickForwardedParameters(req.query),
      ...(unfinishedSignOut.isSet(req) && { prompt: 'login' }),
    };
    const authorizationUrl = await oauth.createAuthorizationUrl(transaction, parameters);
    metrics.signIns.inc({ outcome: 'begun' });
    seeOther(res, authorizationUrl.href);
  };
}
