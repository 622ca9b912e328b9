import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserPage, copyBrowser, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { isSignedIn, obtainTokens, openSignInForm, submitSignIn } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';

forEachDesk(desk => {
  describe('POST /oauth/sign-in/{uid}', () => {
    it('422 shows the same error for an invalid password and an unknown email address', async () => {
      const { person } = desk();
      const { browser, page } = await openSignInForm(desk());
      const invalid = await browser.submit(page, { email: person.email, password: 'wrong' });
      const unknown = await browser.submit(page, { email: 'nobody@desk.example', password: 'wrong' });
      for (const { status, text } of [invalid, unknown]) {
        assert.equal(status, 422);
        assert.match(text, /role="alert"[^>]*>The email address or the password is incorrect\.</);
        assert.doesNotMatch(text, /value="wrong"/);
        assert.match(text, /<title>Incorrect email or password – Sign in/);
        const marked = text.match(/<input[^>]* (aria-invalid|aria-describedby)=[^>]*>/g) ?? [];
        assert.equal(marked.length, 1);
        assert.match(marked[0] ?? '', /name="password".* aria-invalid="true" aria-describedby="problem"/);
      }
      assert.match(invalid.text, new RegExp(`value="${person.email}"`));
    });

    it('303 ignores the case of the email address', async () => {
      const { person } = desk();
      const { browser, page } = await openSignInForm(desk());
      const sent = await browser.submit(page, { email: ` ${person.email.toUpperCase()}`, password: person.password });
      assert.equal(sent.status, 303);
    });

    it('303 starts a new session and ends the old session, against fixation', async () => {
      const { server, person, bff } = desk();
      const browser = createFormBrowser();
      await obtainTokens({ server, person, client: bff, browser });
      const before = copyBrowser(browser);
      await obtainTokens({ server, person, client: bff, browser, parameters: { prompt: 'login' } });
      assert.deepEqual([await isSignedIn(desk(), before), await isSignedIn(desk(), browser)], [false, true]);
    });

    it('429 shows the wait after five failures since the last success, even if concurrent', async () => {
      const { database } = desk();
      const person = await addPerson(database, 'tried@desk.example');
      const { browser, page } = await openSignInForm(desk());
      const attempt = (password: string) => browser.submit(page, { email: person.email, password });
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 4; n++) assert.equal((await attempt('wrong')).status, 422);
        assert.equal((await attempt(person.password)).status, 303);
      }
      const invalid = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong')));
      assert.equal(invalid.filter(({ status }) => status === 422).length, 5);
      const response = await attempt(person.password);
      assert.equal(response.status, 429);
      assert.match(response.text, /role="alert"[^>]*>Too many failed attempts\. Try again in 15 minutes\./);
      assert.ok(Number(response.headers.get('retry-after')) > 800);
    });

    it('303 for ten concurrent successes: only failures count', async () => {
      const person = await addPerson(desk().database, 'everywhere-at-once@desk.example');
      const forms = await Promise.all(Array.from({ length: 10 }, () => openSignInForm(desk())));
      const sent = await Promise.all(
        forms.map(({ browser, page }) => browser.submit(page, { email: person.email, password: person.password })),
      );
      assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]));
    });
  });

  describe('two sign-ins in two tabs of one browser', () => {
    const returnsCode = async (browser: FormBrowser, form: BrowserPage, person: TestPerson) => {
      const { location } = await submitSignIn(browser, form, person, desk().bff);
      return location?.startsWith(`${desk().bff.redirectUri}?code=`);
    };

    it('both get a code for the same person, even with prompt=login', async () => {
      const { person } = desk();
      const browser = createFormBrowser();
      for (const parameters of [{}, { prompt: 'login' }]) {
        const { page: first } = await openSignInForm(desk(), parameters, browser);
        const { page: second } = await openSignInForm(desk(), parameters, browser);
        for (const form of [first, second]) assert.ok(await returnsCode(browser, form, person));
      }
    });

    it('both get a code for different people; only the last person stays signed in', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'other-tab@desk.example');
      const browser = createFormBrowser();
      for (const parameters of [{}, { prompt: 'login' }]) {
        const { page: first } = await openSignInForm(desk(), parameters, browser);
        const { page: second } = await openSignInForm(desk(), parameters, browser);
        assert.ok(await returnsCode(browser, first, person));
        const before = copyBrowser(browser);
        assert.ok(await returnsCode(browser, second, other));
        const { access_token } = await obtainTokens({ server, person, client: bff, browser });
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: other.id } });
        assert.equal(await isSignedIn(desk(), before), false);
      }
    });
  });
});
