import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { findAccount } from '../accounts/accounts.ts';
import { policyOf } from '../clients/client-policy.ts';
import { errorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import { beginAgain } from './begin-again.ts';
import { sessionOf } from './browser-session.ts';

type Needs = { site: Site; provider: () => Provider; database: Database };

/**
 * Answers a sign-in form whose step is over: a page says so, with the way to begin again as whoever was typed. The
 * password is not looked at.
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
  const isElse = account !== null && account.email.toLowerCase() !== email.trim().toLowerCase();
  const again = beginAgain(site.publicUrl, asked, { login_hint: email || null, ...(isElse && { prompt: 'login' }) });
  const link = (await canBeginHere(needs, asked)) ? { href: again, label: 'Sign in again' } : undefined;
  writePage(response, 400, errorPage(site, { kind: 'step_over', link }));
};

/** The desk's own web app keeps a request no longer than this form: a sign-in to it begins there, if it can be reached. */
const canBeginHere = async ({ site, provider }: Needs, asked: string): Promise<boolean> => {
  const client = await provider().Client.find(new URLSearchParams(asked).get('client_id') ?? '');
  return client !== undefined && !(policyOf(client).firstParty && site.deskUrl !== null);
};
