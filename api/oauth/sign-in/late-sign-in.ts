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
 * Responds to the form of an expired sign-in with a link that restarts it for the typed address. The password is not
 * checked.
 */
export const answerLate = async (
  needs: Needs,
  request: Request,
  response: Response,
  { email, request: authorization }: { email: string; request: string },
): Promise<void> => {
  const { site, provider, database } = needs;
  const session = await sessionOf(provider(), request, response);
  const account = await findAccount(database.read, session.accountId ?? '');
  const isOther = account !== null && account.email.toLowerCase() !== email.trim().toLowerCase();
  const href = beginAgain(site.publicUrl, authorization, {
    login_hint: email || null,
    ...(isOther && { prompt: 'login' }),
  });
  const link = (await canRestart(needs, authorization)) ? { href, label: 'Sign in again' } : undefined;
  writePage(response, 400, errorPage(site, { kind: 'step_over', link }));
};

/** A sign-in to the web app restarts there, if browsers can reach it, because its own state has expired too. */
const canRestart = async ({ site, provider }: Needs, authorization: string): Promise<boolean> => {
  const client = await provider().Client.find(new URLSearchParams(authorization).get('client_id') ?? '');
  return client !== undefined && !(policyOf(client).firstParty && site.deskUrl !== null);
};
