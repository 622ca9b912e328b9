import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { renderConnectedAppsPage } from '../pages/connected-apps-page.ts';
import { formatErrorPage } from '../pages/error-page.ts';
import { pageHeaders, writePage } from '../pages/page.ts';
import { renderSignedOutPage } from '../pages/signed-out-page.ts';
import type { Site } from '../pages/site.ts';
import { getRawQuery } from '../raw-query.ts';
import { endBrowserSession, findBrowserSession } from '../sign-in/browser-session.ts';
import { connectedAppsSignInUrl } from './connected-apps-client.ts';
import { findOwnAccess, parseButton, revokeByButton, signsOutThisBrowser } from './own-access.ts';

type Needs = { site: Site; provider: () => Provider; database: Database; clock: () => number };

/** A signed-in person with the uid of the session. */
type SignedIn = Account & { sessionUid: string };

/** GET /oauth/programs: shows connected apps and sign-ins, after a sign-in if needed. */
export const showConnectedApps =
  (needs: Needs): RequestHandler =>
  async (request, response) => {
    const person = await findSignedIn(needs, request, response);
    if (person !== null) return writeProgramsPage(needs, response, person, null);
    // A failed sign-in would fail again.
    const hasFailed = new URLSearchParams(getRawQuery(request.url)).has('error');
    if (hasFailed) return writePage(response, 400, formatErrorPage(needs.site, { kind: 'sign_in_refused' }));
    response.redirect(303, connectedAppsSignInUrl(needs.site.publicUrl));
  };

/** POST /oauth/programs: revokes what the button names; access that ended before is not an error. */
export const revokeConnectedApp =
  (needs: Needs): RequestHandler =>
  async (request, response) => {
    const person = await findSignedIn(needs, request, response);
    if (person === null) return response.redirect(303, connectedAppsSignInUrl(needs.site.publicUrl));
    const pressed = parseButton(request.body);
    // An old page may belong to another person.
    if (pressed.person !== person.id)
      return writeProgramsPage(needs, response, person, 'Nothing was revoked: this page was for another account.');
    const end = () => revokeByButton(needs.database, person.id, pressed, needs.clock());
    if (!signsOutThisBrowser(pressed, person.sessionUid))
      return writeProgramsPage(needs, response, person, await end());
    await endBrowserSession(needs.provider(), request, response, async () => void (await end()));
    writePage(response, 200, renderSignedOutPage(needs.site, pressed.everywhere === undefined ? '' : ' everywhere'));
  };

const findSignedIn = async (
  { provider, database }: Needs,
  request: Request,
  response: Response,
): Promise<SignedIn | null> => {
  const { accountId, uid } = await findBrowserSession(provider(), request, response);
  const account = accountId === undefined ? null : await findAccount(database.read, accountId);
  return account === null ? null : { ...account, sessionUid: uid };
};

const writeProgramsPage = async (
  needs: Needs,
  response: Response,
  person: SignedIn,
  message: string | null,
): Promise<void> => {
  const access = await findOwnAccess(needs.database.read, person.id, needs.clock());
  const body = renderConnectedAppsPage(needs.site.publicUrl, {
    person,
    currentId: person.sessionUid,
    ...access,
    message,
  });
  // With no-referrer, a browser without fetch metadata would send `Origin: null` with the form.
  response
    .status(200)
    .set({ ...pageHeaders, 'Referrer-Policy': 'same-origin' })
    .end(body);
};
