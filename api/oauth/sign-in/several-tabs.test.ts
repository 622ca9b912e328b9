import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Browser, createBrowser, type Page } from '../testing/browser.ts';
import { isSignIn, openForm, signIn } from '../testing/code-flow.ts';
import { type Desk, withDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/server.ts';

/** Sends a form and follows where it leads; says whether that is back to the bff, with a code. */
const comesBack = async ({ bff }: Desk, browser: Browser, form: Page, { email, password }: TestPerson) => {
  const sent = await browser.submit(form, { email, password });
  const { location } = await browser.follow(sent.location ?? form.url, bff.redirectUri);
  return location?.startsWith(`${bff.redirectUri}?code=`);
};

withDesk(desk => {
  let other: TestPerson;
  before(async () => {
    other = await addPerson(desk().database, 'other-tab@desk.example');
  });

  describe('two sign-ins at once, in two tabs of one browser', () => {
    it('both come back, whoever sends them', async () => {
      const { person } = desk();
      for (const second of [person, other]) {
        const { browser, page } = await openForm(desk());
        const { page: form } = await openForm(desk(), {}, browser);
        assert.ok(await comesBack(desk(), browser, page, person));
        assert.ok(await comesBack(desk(), browser, form, second));
      }
    });

    it('both come back, whoever sends them, when they ask again who it is', async () => {
      const { server, person, bff } = desk();
      for (const second of [person, other]) {
        const browser = createBrowser();
        await signIn({ server, person, client: bff, browser });
        const { page } = await openForm(desk(), { prompt: 'login' }, browser);
        const { page: form } = await openForm(desk(), { prompt: 'login' }, browser);
        assert.ok(await comesBack(desk(), browser, page, second));
        assert.ok(await comesBack(desk(), browser, form, person));
      }
    });

    it('the browser is then signed in as who came last, and the other’s session is over', async () => {
      const { server, person, bff } = desk();
      const { browser, page } = await openForm(desk());
      const { page: form } = await openForm(desk(), {}, browser);
      await comesBack(desk(), browser, page, person);
      const before = browser.cookies.map(each => ({ ...each }));
      await comesBack(desk(), browser, form, other);
      const { access_token } = await signIn({ server, person, client: bff, browser });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: other.id } });
      const stale = createBrowser();
      stale.cookies.push(...before);
      assert.ok(isSignIn((await openForm({ server, bff }, {}, stale)).page));
    });
  });
});
