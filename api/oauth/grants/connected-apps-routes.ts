import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { getRawQuery } from '../endpoints.ts';
import { renderConnectedAppsPage } from '../pages/connected-apps-page.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { writePage, writeSameOriginPage } from '../pages/page.ts';
import { renderSignedOutPage } from '../pages/signed-out-page.ts';
import type { Site } from '../pages/site.ts';
import { endBrowserSession, findBrowserSession } from '../sign-in/browser-session.ts';
import type { UpstreamAccounts } from '../upstream/upstream-accounts.ts';
import { connectedAppsSignInUrl } from './connected-apps-client.ts';
import { findOwnAccess, parseButton, revokeByButton, signsOutThisBrowser } from './own-access.ts';

type Dependencies = {
  site: Site;
  provider: () => Provider;
  database: Database;
  upstream: UpstreamAccounts;
  clock: () => number;
};

/** A signed-in person with the uid of the session. */
type SignedIn = Account & { sessionUid: string };

/** GET /oauth/programs: shows connected apps and sign-ins, after a sign-in if needed. */
export const showConnectedApps =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const person = await findSignedIn(dependencies, request, response);
    if (person !== null) return writeAppsPage(dependencies, response, person, null);
    // Restarting a failed sign-in would fail again.
    const hasFailed = new URLSearchParams(getRawQuery(request.url)).has('error');
    if (hasFailed) return writePage(response, 400, renderErrorPage(dependencies.site, { kind: 'sign_in_failed' }));
    response.redirect(303, connectedAppsSignInUrl(dependencies.site.apiPublicUrl));
  };

/** POST /oauth/programs: revokes the access that the button names. Access that has already ended is not an error. */
export const revokeConnectedApp =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const person = await findSignedIn(dependencies, request, response);
    if (person === null) return response.redirect(303, connectedAppsSignInUrl(dependencies.site.apiPublicUrl));
    const pressed = parseButton(request.body);
    // An old page can belong to a different person.
    if (pressed.person !== person.id)
      return writeAppsPage(
        dependencies,
        response,
        person,
        'Nothing was revoked: this page was for a different account.',
      );
    const revoke = () => revokeByButton(dependencies.database, person.id, pressed, dependencies.clock());
    if (!signsOutThisBrowser(pressed, person.sessionUid))
      return writeAppsPage(dependencies, response, person, await revoke());
    await endBrowserSession(dependencies.provider(), request, response, async () => void (await revoke()));
    const where = pressed.everywhere === undefined ? '' : ' everywhere';
    const providers = await dependencies.upstream.listLinkedProviders(person.id);
    writePage(response, 200, renderSignedOutPage(dependencies.site, { where, providers }));
  };

const findSignedIn = async (
  { provider, database }: Dependencies,
  request: Request,
  response: Response,
): Promise<SignedIn | null> => {
  const { accountId, uid } = await findBrowserSession(provider(), request, response);
  const account = accountId === undefined ? null : await findAccount(database.read, accountId);
  return account === null ? null : { ...account, sessionUid: uid };
};

const writeAppsPage = async (
  dependencies: Dependencies,
  response: Response,
  person: SignedIn,
  message: string | null,
): Promise<void> => {
  const access = await findOwnAccess(dependencies.database.read, person.id, dependencies.clock());
  const body = renderConnectedAppsPage(dependencies.site, {
    person,
    currentId: person.sessionUid,
    ...access,
    message,
  });
  writeSameOriginPage(response, 200, body);
};
