import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { errorPage } from '../pages/error-page.ts';
import { pageHeaders, writePage } from '../pages/page.ts';
import { programsPage } from '../pages/programs-page.ts';
import { signedOutPage } from '../pages/signed-out-page.ts';
import type { Site } from '../pages/site.ts';
import { queryOf } from '../query.ts';
import { leave, sessionOf } from '../sign-in/browser-session.ts';
import { endPressed, endsHere, findOwnAccess, readPressed } from './own-access.ts';
import { signInToPrograms } from './programs-client.ts';

type Needs = { site: Site; provider: () => Provider; database: Database; clock: () => number };

/** Somebody who is signed in here, and the uid of their session. */
type SignedIn = Account & { sessionUid: string };

/** GET /oauth/programs: what acts for the person, and where they are signed in; whoever is not signs in first. */
export const showPrograms =
  (needs: Needs): RequestHandler =>
  async (request, response) => {
    const person = await signedIn(needs, request, response);
    if (person !== null) return show(needs, response, person, null);
    // A sign-in that came to nothing would come to nothing again.
    const refused = new URLSearchParams(queryOf(request.url)).has('error');
    if (refused) return writePage(response, 400, errorPage(needs.site, { kind: 'sign_in_refused' }));
    response.redirect(303, signInToPrograms(needs.site.publicUrl));
  };

/** POST /oauth/programs: ends what a button stands for. Nobody is told off for what has ended already. */
export const endOnPrograms =
  (needs: Needs): RequestHandler =>
  async (request, response) => {
    const person = await signedIn(needs, request, response);
    if (person === null) return response.redirect(303, signInToPrograms(needs.site.publicUrl));
    const pressed = readPressed(request.body);
    // The page may be of yesterday, and of somebody else.
    if (pressed.person !== person.id)
      return show(needs, response, person, 'Nothing was revoked: this page was for another account.');
    const end = () => endPressed(needs.database, person.id, pressed, needs.clock());
    if (!endsHere(pressed, person.sessionUid)) return show(needs, response, person, await end());
    await leave(needs.provider(), request, response, async () => void (await end()));
    writePage(response, 200, signedOutPage(needs.site, pressed.everywhere === undefined ? '' : ' everywhere'));
  };

const signedIn = async (
  { provider, database }: Needs,
  request: Request,
  response: Response,
): Promise<SignedIn | null> => {
  const { accountId, uid } = await sessionOf(provider(), request, response);
  const account = accountId === undefined ? null : await findAccount(database.read, accountId);
  return account === null ? null : { ...account, sessionUid: uid };
};

const show = async (needs: Needs, response: Response, person: SignedIn, done: string | null): Promise<void> => {
  const access = await findOwnAccess(needs.database.read, person.id, needs.clock());
  const body = programsPage(needs.site.publicUrl, { person, currentId: person.sessionUid, ...access, done });
  // Under the policy of the other pages a browser without fetch metadata would send `Origin: null` with the form.
  response
    .status(200)
    .set({ ...pageHeaders, 'Referrer-Policy': 'same-origin' })
    .end(body);
};
