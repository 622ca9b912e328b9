import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { isSignInPage, obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { type OAuthDesk, withDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';

/** Submits a form and tests if it leads back to the bff with a code. */
const returnsCode = async (
  { bff }: OAuthDesk,
  browser: FormBrowser,
  form: BrowserPage,
  { email, password }: TestPerson,
) => {
  const sent = await browser.submit(form, { email, password });
  const { location } = await browser.follow(sent.location ?? form.url, bff.redirectUri);
  return location?.startsWith(`${bff.redirectUri}?code=`);
};

withDesk(desk => {
  let other: TestPerson;
  before(async () => {
    other = await addPerson(desk().database, 'other-tab@desk.example');
  });

  describe('two sign-ins in two tabs of one browser', () => {
    it('both return a code, also for two people', async () => {
      const { person } = desk();
      for (const second of [person, other]) {
        const { browser, page } = await openSignInForm(desk());
        const { page: form } = await openSignInForm(desk(), {}, browser);
        assert.ok(await returnsCode(desk(), browser, page, person));
        assert.ok(await returnsCode(desk(), browser, form, second));
      }
    });

    it('both return a code with prompt=login', async () => {
      const { server, person, bff } = desk();
      for (const second of [person, other]) {
        const browser = createFormBrowser();
        await obtainTokens({ server, person, client: bff, browser });
        const { page } = await openSignInForm(desk(), { prompt: 'login' }, browser);
        const { page: form } = await openSignInForm(desk(), { prompt: 'login' }, browser);
        assert.ok(await returnsCode(desk(), browser, page, second));
        assert.ok(await returnsCode(desk(), browser, form, person));
      }
    });

    it('leave the last person signed in and end the other session', async () => {
      const { server, person, bff } = desk();
      const { browser, page } = await openSignInForm(desk());
      const { page: form } = await openSignInForm(desk(), {}, browser);
      await returnsCode(desk(), browser, page, person);
      const before = browser.cookies.map(each => ({ ...each }));
      await returnsCode(desk(), browser, form, other);
      const { access_token } = await obtainTokens({ server, person, client: bff, browser });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: other.id } });
      const stale = createFormBrowser();
      stale.cookies.push(...before);
      assert.ok(isSignInPage((await openSignInForm({ server, bff }, {}, stale)).page));
    });
  });
});
