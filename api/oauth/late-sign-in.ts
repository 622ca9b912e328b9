import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import { findAccount } from './accounts.ts';
import { beginAgain } from './begin-again.ts';
import { sessionOf } from './browser-session.ts';
import { policyOf } from './client-policy.ts';
import { errorPage } from './pages/error-page.ts';
import { writePage } from './pages/page.ts';
import type { Site } from './pages/site.ts';

type Needs = { site: Site; provider: () => Provider; database: Database };

/** A second click comes sooner than this after the first one has signed somebody in. */
const doubleClickSeconds = 60;

/**
 * Answers a sign-in form whose step is over. One that was sent twice goes on as the first did: this browser has been
 * signed in as that very person a moment ago. For any other a page says what happened; what was typed is not looked at.
 */
export const answerLate = async (
  needs: Needs,
  request: Request,
  response: Response,
  { email, request: asked }: { email: string; request: string },
): Promise<void> => {
  const { site, provider, database } = needs;
  const session = await sessionOf(provider(), request, response);
  const account = await findAccount(database.read, session.accountId ?? '');
  const isSame = account?.email.toLowerCase() === email.trim().toLowerCase();
  if (asked !== '' && isSame && !session.past(doubleClickSeconds)) {
    return response.redirect(303, beginAgain(site.publicUrl, asked, { prompt: null }));
  }
  const isElse = account !== null && !isSame;
  const again = beginAgain(site.publicUrl, asked, { login_hint: email || null, ...(isElse && { prompt: 'login' }) });
  const way = (await canBeginHere(needs, asked)) ? { href: again, label: 'Sign in again' } : undefined;
  writePage(response, 400, errorPage(site, { kind: 'step_over', way }));
};

/** The desk's own web app keeps a request for minutes only: a sign-in to it begins there, if it can be reached. */
const canBeginHere = async ({ site, provider }: Needs, asked: string): Promise<boolean> => {
  const client = await provider().Client.find(new URLSearchParams(asked).get('client_id') ?? '');
  return client !== undefined && !(policyOf(client).firstParty && site.deskUrl !== null);
};
