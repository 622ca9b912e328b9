import { type BrowserPage, createFormBrowser, type FormBrowser } from './browser.ts';
import { isSignInPage, submitSignIn, type TokenBody } from './code-flow.ts';
import type { OAuthDesk } from './for-each-desk.ts';
import { addPerson, type TestPerson } from './oauth-server.ts';

export const connectedAppsPath = '/oauth/programs';

/** Opens the connected apps page; signs in if required. */
export const openConnectedAppsPage = async (
  { server }: OAuthDesk,
  person: TestPerson,
  browser = createFormBrowser(),
): Promise<BrowserPage> => {
  const page = await browser.follow(`${server.url}${connectedAppsPath}`, 'nowhere:');
  return isSignInPage(page) ? submitSignIn(browser, page, person, { redirectUri: 'nowhere:' }) : page;
};

/** Submits the form of a page with a button and the page's hidden `person`. */
export const pressButton = (
  browser: FormBrowser,
  page: BrowserPage,
  button: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const person = /name="person" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return browser.open(page.url, {
    method: 'POST',
    body: new URLSearchParams({ person, ...button }),
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
  });
};

export const isValidToken = async ({ server }: OAuthDesk, { access_token }: TokenBody): Promise<boolean> =>
  typeof (await server.oauth.findPrincipal(access_token)) !== 'string';

export const findButtonValues = ({ text }: BrowserPage, name: string): string[] =>
  [...text.matchAll(new RegExp(`<button name="${name}" value="([^"]*)"`, 'g'))].map(found => found[1] ?? '');

/** Creates people for one test each, and counts their stored records. */
export const createPeopleFixture = (desk: () => OAuthDesk) => {
  let count = 0;
  return {
    addUniquePerson: (): Promise<TestPerson> => addPerson(desk().database, `user-${++count}@desk.example`),
    async countRecords(model: string, person: TestPerson): Promise<number> {
      const records = desk().database.read.selectFrom('oauth_records').select('model').where('model', '=', model);
      return (await records.where('account_id', '=', person.id).execute()).length;
    },
  };
};
