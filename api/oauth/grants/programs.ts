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

/** A signed-in person with the uid of the session. */
type SignedIn = Account & { sessionUid: string };

/** GET /oauth/programs: shows connected apps and sign-ins, after a sign-in if needed. */
export const showPrograms =
  (needs: Needs): RequestHandler =>
  async (request, response) => {
    const person = await findSignedIn(needs, request, response);
    if (person !== null) return writeProgramsPage(needs, response, person, null);
    // A failed sign-in would fail again.
    const hasFailed = new URLSearchParams(queryOf(request.url)).has('error');
    if (hasFailed) return writePage(response, 400, errorPage(needs.site, { kind: 'sign_in_refused' }));
    response.redirect(303, signInToPrograms(needs.site.publicUrl));
  };

/** POST /oauth/programs: revokes what the button names; access that ended before is not an error. */
export const endOnPrograms =
  (needs: Needs): RequestHandler =>
  async (request, response) => {
    const person = await findSignedIn(needs, request, response);
    if (person === null) return response.redirect(303, signInToPrograms(needs.site.publicUrl));
    const pressed = readPressed(request.body);
    // An old page may belong to another person.
    if (pressed.person !== person.id)
      return writeProgramsPage(needs, response, person, 'Nothing was revoked: this page was for another account.');
    const end = () => endPressed(needs.database, person.id, pressed, needs.clock());
    if (!endsHere(pressed, person.sessionUid)) return writeProgramsPage(needs, response, person, await end());
    await leave(needs.provider(), request, response, async () => void (await end()));
    writePage(response, 200, signedOutPage(needs.site, pressed.everywhere === undefined ? '' : ' everywhere'));
  };

const findSignedIn = async (
  { provider, database }: Needs,
  request: Request,
  response: Response,
): Promise<SignedIn | null> => {
  const { accountId, uid } = await sessionOf(provider(), request, response);
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
  const body = programsPage(needs.site.publicUrl, { person, currentId: person.sessionUid, ...access, done: message });
  // With no-referrer, a browser without fetch metadata would send `Origin: null` with the form.
  response
    .status(200)
    .set({ ...pageHeaders, 'Referrer-Policy': 'same-origin' })
    .end(body);
};
