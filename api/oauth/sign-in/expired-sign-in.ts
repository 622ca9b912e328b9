import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { findAccount } from '../accounts/accounts.ts';
import { getPolicy } from '../clients/client-policy.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import { findBrowserSession } from './browser-session.ts';
import { toRestartUrl } from './restart-authorization.ts';

type Dependencies = { site: Site; provider: () => Provider; database: Database };

/** Responds to an expired sign-in, with a link that restarts it if possible. The password is not checked. */
export const respondToExpiredSignIn = async (
  dependencies: Dependencies,
  request: Request,
  response: Response,
  { email, request: authorization }: { email: string; request: string },
): Promise<void> => {
  const { site, provider, database } = dependencies;
  const session = await findBrowserSession(provider(), request, response);
  const account = await findAccount(database.read, session.accountId ?? '');
  const isDifferentPerson = account !== null && account.email.toLowerCase() !== email.trim().toLowerCase();
  const href = toRestartUrl(site.apiPublicUrl, authorization, {
    login_hint: email || null,
    ...(isDifferentPerson && { prompt: 'login' }),
  });
  const link = (await canRestart(dependencies, authorization)) ? { href, label: 'Sign in again' } : undefined;
  writePage(response, 400, renderErrorPage(site, { kind: 'step_expired', link }));
};

/**
 * Tests if a link can restart the sign-in. A sign-in to a reachable web app has to start there again, because the web
 * app's `state` has expired as well.
 */
const canRestart = async ({ site, provider }: Dependencies, authorization: string): Promise<boolean> => {
  const client = await provider().Client.find(new URLSearchParams(authorization).get('client_id') ?? '');
  return client !== undefined && !(getPolicy(client).firstParty && site.deskUrl !== null);
};
