import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { getRawQuery } from '../endpoints.ts';
import { securitySignInUrl, securityUrl } from '../grants/connected-apps-client.ts';
import { wrongFirstCode } from '../pages/enrolment.ts';
import { formatErrorPage } from '../pages/error-page.ts';
import { writePage, writeSameOriginPage } from '../pages/page.ts';
import { renderRecoveryCodesPage } from '../pages/recovery-codes-page.ts';
import { renderSecurityPage } from '../pages/security-page.ts';
import type { Site } from '../pages/site.ts';
import { findBrowserSession } from '../sign-in/browser-session.ts';
import type { SecondFactors } from './second-factors.ts';
import { createSeed, isSeed } from './totp.ts';

type Dependencies = { site: Site; provider: () => Provider; database: Database; secondFactors: SecondFactors };

/** How long after entering the password a person may change second factors. */
const recentSeconds = 600;

const text = z.string().catch('');
const form = z.object({ person: text, action: text, seed: text, code: text });

/** GET /oauth/security: shows the page, after a sign-in unless the last sign-in is recent. */
export const showSecurity =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const person = await requireRecentSignIn(dependencies, request, response);
    if (person !== null) await writeSecurityPage(dependencies, response, person);
  };

/** POST /oauth/security: sets up an authenticator app, or renews or removes what exists. */
export const changeSecurity =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const person = await requireRecentSignIn(dependencies, request, response);
    if (person === null) return;
    const { site, secondFactors } = dependencies;
    const { person: owner, action, seed, code } = form.parse(request.body ?? {});
    const show = (status: number, content: Partial<PageContent>) =>
      writeSecurityPage(dependencies, response, person, status, content);
    // An old page may belong to another person.
    if (owner !== person.id)
      return show(200, { message: 'Nothing was changed: this page was for a different account.' });
    const showCodes = (codes: readonly string[]) => {
      const next = { href: securityUrl(site.apiPublicUrl), label: 'I have stored them' };
      writePage(response, 200, renderRecoveryCodesPage(site, codes, next));
    };
    if (action === 'enrol' && isSeed(seed)) {
      const codes = await secondFactors.enrol(person.id, { seed, code });
      return codes === null ? show(422, { seed, problem: wrongFirstCode }) : showCodes(codes);
    }
    if (action === 'codes') {
      const codes = await secondFactors.renewCodes(person.id);
      if (codes !== null) return showCodes(codes);
    }
    if (action === 'remove') await secondFactors.remove(person.id);
    return show(200, { message: action === 'remove' ? 'Two-step sign-in is off.' : null });
  };

/** Finds the person of a recent sign-in; otherwise responds with the way to one and returns null. */
const requireRecentSignIn = async (
  { site, provider, database }: Dependencies,
  request: Request,
  response: Response,
): Promise<Account | null> => {
  const { accountId, loginTs = 0 } = await findBrowserSession(provider(), request, response);
  const account = accountId === undefined ? null : await findAccount(database.read, accountId);
  // oidc-provider stamps sign-ins with Date.now.
  if (account !== null && Date.now() / 1000 - loginTs < recentSeconds) return account;
  // Restarting a failed sign-in would fail again.
  const hasFailed = new URLSearchParams(getRawQuery(request.url)).has('error');
  if (hasFailed) writePage(response, 400, formatErrorPage(site, { kind: 'sign_in_failed' }));
  else response.redirect(303, securitySignInUrl(site.apiPublicUrl, account?.email ?? ''));
  return null;
};

type PageContent = Pick<Parameters<typeof renderSecurityPage>[1], 'message' | 'problem' | 'seed'>;

const writeSecurityPage = async (
  { site, database, secondFactors }: Dependencies,
  response: Response,
  person: Account,
  status = 200,
  { message = null, problem = null, seed = createSeed() }: Partial<PageContent> = {},
): Promise<void> => {
  const factor = await secondFactors.find(database.read, person.id);
  const content = { person, factor, seed, message, problem: factor === null ? problem : null };
  writeSameOriginPage(response, status, renderSecurityPage(site, content));
};
