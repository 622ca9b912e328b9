import type { Request, RequestHandler } from 'express';
import type { BffMetrics } from './metrics.ts';
import type { PageProblem } from './problems.ts';
import { createSession, type SessionCookie } from './sessions/session-cookie.ts';
import type { ExchangeCode } from './sign-in/exchange-code.ts';
import type { Tokens } from './sign-in/oauth-client.ts';
import { toOAuthFailure } from './sign-in/oauth-failure.ts';
import { seeOther } from './sign-in/see-other.ts';
import { isConfigurationError, signInErrorPage, unknownCallbackPage } from './sign-in/sign-in-error-pages.ts';
import type { Transaction, Transactions } from './sign-in/transaction.ts';
import type { UnfinishedSignOut } from './sign-in/unfinished-sign-out.ts';

type Dependencies = {
  exchange: ExchangeCode;
  transactions: Transactions;
  sessions: SessionCookie;
  unfinishedSignOut: UnfinishedSignOut;
  metrics: BffMetrics;
  clock: () => number;
};

/** GET /auth?code&state&iss: completes a sign-in that this browser started. */
export function createAuthHandler(dependencies: Dependencies): RequestHandler {
  const { exchange, transactions, sessions, unfinishedSignOut, metrics, clock } = dependencies;
  async function reject(req: Request, reason: string): Promise<PageProblem> {
    metrics.signIns.inc({ outcome: 'failed' });
    req.log.warn({ reason }, 'rejected a sign-in callback');
    return unknownCallbackPage(await transactions.findReturnPath(req));
  }

  async function redeem(req: Request, transaction: Transaction): Promise<Tokens> {
    const query = req.originalUrl.slice(req.originalUrl.indexOf('?') + 1);
    try {
      return await exchange(query, transaction);
    } catch (error) {
      const failure = toOAuthFailure(error);
      metrics.signIns.inc({ outcome: 'failed' });
      if (isConfigurationError(failure))
        req.log.error(
          { err: failure },
          'sign-in failed: check OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET and PUBLIC_URL here and on the API host',
        );
      else req.log.warn({ err: failure }, 'sign-in failed');
      throw signInErrorPage(failure, transaction.return_to);
    }
  }

  return async (req, res) => {
    const { state } = req.query;
    if (typeof state !== 'string') throw await reject(req, 'state missing or repeated');
    // The state is checked first: no request is sent for a sign-in that this browser did not start (RFC 6749, 10.12).
    const transaction = await transactions.consume(req, res, state);
    // Back or Reload repeats a finished callback with the session cookie, which cross-site navigations do not send.
    if (transaction === 'cookie missing' && (await sessions.read(req))) return seeOther(res, '/');
    if (typeof transaction === 'string') throw await reject(req, transaction);
    const tokens = await redeem(req, transaction);
    await sessions.write(req, createSession(tokens, clock()));
    unfinishedSignOut.clear(req, res);
    metrics.signIns.inc({ outcome: 'completed' });
    seeOther(res, transaction.return_to);
  };
}
