import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { line } from '#contract/fields';
import type { Database } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { getRawQuery } from '../endpoints.ts';
import { securitySignInUrl, securityUrl } from '../grants/connected-apps-client.ts';
import { invalidFirstCode } from '../pages/enrolment.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { scriptHeaders, writePage, writeSameOriginPage } from '../pages/page.ts';
import { invalidNewPasskey, renderNewPasskey } from '../pages/passkey-forms.ts';
import { renderRecoveryCodesPage } from '../pages/recovery-codes-page.ts';
import { renderSecurityPage } from '../pages/security-page.ts';
import type { Site } from '../pages/site.ts';
import { findBrowserSession } from '../sign-in/browser-session.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';
import { createSeed, isSeed } from './totp.ts';

type Dependencies = {
  site: Site;
  provider: () => Provider;
  database: Database;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
};

/** A person may change second factors for this many seconds after a sign-in. */
const recentSeconds = 600;

const text = z.string().catch('');
const form = z.object({
  ...{ person: text, action: text, seed: text, code: text, passkey: text },
  name: z.string().trim().pipe(line(60, 1)).catch('Passkey'),
});

/** GET /oauth/security: shows the page, or redirects to the sign-in if the last sign-in is not recent. */
export const showSecurity =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const recent = await requireRecentSignIn(dependencies, request, response);
    if (recent !== null) await writeSecurityPage(dependencies, response, recent.person);
  };

/** POST /oauth/security/passkey: creates the options with which a browser creates a passkey. */
export const startPasskey =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const recent = await requireRecentSignIn(dependencies, request, response);
    if (recent === null) return;
    const options = await dependencies.passkeys.startAdding(recent.sessionUid, recent.person);
    response.set('Cache-Control', 'no-store').json(options);
  };

/** POST /oauth/security: adds or removes a second factor, or renews the recovery codes. */
export const changeSecurity =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const recent = await requireRecentSignIn(dependencies, request, response);
    if (recent === null) return;
    const fields = form.parse(request.body ?? {});
    // An old page can belong to a different person.
    const {
      codes = [],
      status,
      ...content
    } = fields.person === recent.person.id
      ? await applyChange(dependencies, recent, fields)
      : { message: 'Nothing was changed: this page was for a different account.' };
    if (codes.length === 0) return writeSecurityPage(dependencies, response, recent.person, status, content);
    const { site } = dependencies;
    const next = { href: securityUrl(site.apiPublicUrl), label: 'I have saved them' };
    writePage(response, 200, renderRecoveryCodesPage(site, codes, next));
  };

/** A double click drops the first response, which has the recovery codes. */
const appIsOn = 'The authenticator app is on. If you have not seen your recovery codes, create new codes below.';

/** The recovery codes to show, or the content of the page. */
type Outcome = Partial<PageContent> & { status?: number; codes?: readonly string[] };

/** Performs the action of the pressed button; an unknown action changes nothing. */
const applyChange = async (
  { secondFactors, passkeys }: Dependencies,
  { person: { id }, sessionUid }: RecentSignIn,
  { action, seed, code, name, passkey }: z.output<typeof form>,
): Promise<Outcome> => {
  if (action === 'enrol' && isSeed(seed)) {
    const codes = await secondFactors.enrol(id, { seed, code });
    if (codes !== null) return { codes, message: 'The authenticator app is on.' };
    const isOn = (await secondFactors.list(id)).some(({ kind }) => kind === 'totp');
    return isOn ? { message: appIsOn } : { status: 422, seed, problem: invalidFirstCode };
  }
  if (action === 'add_passkey') {
    const codes = await passkeys.add(sessionUid, id, { name, response: passkey });
    return codes === null ? { status: 422, problem: invalidNewPasskey } : { codes, message: 'The passkey was added.' };
  }
  if (action === 'codes') return { codes: (await secondFactors.renewCodes(id)) ?? [] };
  if (action === 'remove') {
    await secondFactors.remove(id, 'app');
    return { message: 'The authenticator app is off.' };
  }
  if (action === 'remove_passkey') {
    await secondFactors.remove(id, { passkey });
    return { message: 'The passkey was removed.' };
  }
  return {};
};

/** A person and the session of a recent sign-in. */
type RecentSignIn = { person: Account; sessionUid: string };

/** Finds the person of a recent sign-in. Otherwise redirects to the sign-in, or shows an error, and returns null. */
const requireRecentSignIn = async (
  { site, provider, database }: Dependencies,
  request: Request,
  response: Response,
): Promise<RecentSignIn | null> => {
  const { accountId, uid, loginTs = 0 } = await findBrowserSession(provider(), request, response);
  const account = accountId === undefined ? null : await findAccount(database.read, accountId);
  // oidc-provider stamps sign-ins with Date.now.
  if (account !== null && Date.now() / 1000 - loginTs < recentSeconds) return { person: account, sessionUid: uid };
  // Restarting a failed sign-in would fail again.
  const hasFailed = new URLSearchParams(getRawQuery(request.url)).has('error');
  if (hasFailed) writePage(response, 400, renderErrorPage(site, { kind: 'sign_in_failed' }));
  else response.redirect(303, securitySignInUrl(site.apiPublicUrl, account?.email ?? ''));
  return null;
};

type PageContent = Pick<Parameters<typeof renderSecurityPage>[1], 'message' | 'problem' | 'seed'>;

const writeSecurityPage = async (
  { site, secondFactors, passkeys }: Dependencies,
  response: Response,
  person: Account,
  status = 200,
  { message = null, problem = null, seed = createSeed() }: Partial<PageContent> = {},
): Promise<void> => {
  const factors = await secondFactors.list(person.id);
  const newPasskey = passkeys.areOffered ? renderNewPasskey(site, { person: person.id }) : null;
  const content = { person, factors, newPasskey, seed, message, problem };
  const headers = newPasskey === null ? {} : scriptHeaders;
  writeSameOriginPage(response, status, renderSecurityPage(site, content), headers);
};
