import type { Request, RequestHandler } from 'express';
import type { OAuthClient, Tokens } from './oauth-client.ts';
import { type OAuthFailure, sortFailure } from './oauth-failure.ts';
import { PageProblem } from './problems.ts';
import { seeOther } from './see-other.ts';
import { type SessionCookie, sessionOf } from './session-cookie.ts';
import type { Transaction, Transactions } from './transaction.ts';

type Dependencies = {
  oauth: OAuthClient;
  transactions: Transactions;
  sessions: SessionCookie;
  clock: () => number;
};

const notOurs = (returnTo = '/') =>
  new PageProblem({
    status: 400,
    title: 'This sign-in cannot be completed',
    text: 'It was started in another browser, is more than ten minutes old, or has already been used. Nothing was changed.',
    returnTo,
  });

/** The failures a person can do something about have words of their own. */
function explain(failure: OAuthFailure, returnTo: string): PageProblem {
  if (failure.kind === 'mismatch') return notOurs(returnTo);
  if (failure.kind === 'grant') {
    const text = 'The sign-in took too long, or was already used. Nothing was changed.';
    return new PageProblem({ status: 400, title: 'This sign-in has expired', text, returnTo });
  }
  if (failure.code === 'access_denied') {
    const text = 'You declined, or your account may not sign in here. Nothing was changed.';
    return new PageProblem({ status: 400, title: 'You are not signed in', text, returnTo });
  }
  if (failure.kind === 'outage' || failure.code === 'temporarily_unavailable') {
    const text = 'The sign-in service does not answer. Nothing is lost; try again in a moment.';
    const headers = { 'Retry-After': '2' };
    return new PageProblem({ status: 503, title: 'Signing in is not possible just now', text, returnTo, headers });
  }
  if (failure.kind === 'client' || failure.code === 'server_error') {
    const text = 'The sign-in service and this desk do not agree. This is not your doing; please tell whoever runs it.';
    return new PageProblem({ status: 502, title: 'Signing in failed', text, returnTo });
  }
  const text = `The sign-in service answered “${failure.code}”. Nothing was changed.`;
  return new PageProblem({ status: 400, title: 'You are not signed in', text, returnTo });
}

/** GET /auth?code&state&iss: completes the sign-in that this very browser began, and no other. */
export function auth({ oauth, transactions, sessions, clock }: Dependencies): RequestHandler {
  async function exchange(req: Request, transaction: Transaction): Promise<Tokens> {
    const query = req.originalUrl.slice(req.originalUrl.indexOf('?') + 1);
    try {
      return await oauth.exchange(query, transaction);
    } catch (error) {
      const failure = sortFailure(error);
      const level = failure.kind === 'client' ? 'error' : 'warn';
      req.log[level]({ err: failure }, 'the sign-in could not be completed');
      throw explain(failure, transaction.return_to);
    }
  }

  return async (req, res) => {
    const { state } = req.query;
    if (typeof state !== 'string') throw notOurs();
    // Before anything else: nothing is sent anywhere for a state this browser did not begin (RFC 6749, 10.12).
    const transaction = await transactions.take(req, res, state);
    // A finished callback called up again, by Back or Reload. From another site the session cookie does not arrive.
    if (transaction === 'absent' && (await sessions.read(req))) return seeOther(res, '/');
    if (transaction === 'absent' || transaction === 'unequal') throw notOurs();
    const tokens = await exchange(req, transaction);
    await sessions.write(req, sessionOf(tokens, clock()));
    seeOther(res, transaction.return_to);
  };
}
