import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';

forEachDesk(desk => {
  describe('GET /oauth/sign-in/{uid}', () => {
    it('200 returns an uncached form without scripts', async () => {
      const { page } = await openSignInForm(desk());
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.doesNotMatch(page.text, /<script|\son\w+=|\sstyle=/);
      assert.match(page.text, /<label for="email">Email<\/label>/);
      assert.match(page.text, /<label for="password">Password<\/label>/);
    });

    it('200 fills in login_hint, escaped', async () => {
      const { page } = await openSignInForm(desk(), { login_hint: '"><script>alert(1)</script>' });
      assert.match(page.text, /value="&quot;&gt;&lt;script&gt;/);
      assert.doesNotMatch(page.text, /<script/);
    });

    it('400 shows a page in another browser and for another id', async () => {
      const { page, browser } = await openSignInForm(desk());
      const otherBrowser = await createFormBrowser().open(page.url);
      const other = await browser.open(page.url.replace(/[^/]+$/, 'another'));
      for (const { status, text } of [otherBrowser, other]) {
        assert.equal(status, 400);
        assert.match(text, /This sign-in has expired/);
      }
    });
  });

  describe('POST /oauth/sign-in/{uid}', () => {
    it('422 shows the same error for a wrong password and an unknown address', async () => {
      const { person } = desk();
      const { browser, page } = await openSignInForm(desk());
      const wrong = await browser.submit(page, { email: person.email, password: 'wrong' });
      const unknown = await browser.submit(page, { email: 'nobody@desk.example', password: 'wrong' });
      for (const { status, text } of [wrong, unknown]) {
        assert.equal(status, 422);
        assert.match(text, /role="alert"[^>]*>The email address or the password is wrong\.</);
        assert.doesNotMatch(text, /value="wrong"/);
        assert.match(text, /<title>Wrong email or password – Sign in/);
        const marked = text.match(/<input[^>]* (aria-invalid|aria-describedby)=[^>]*>/g) ?? [];
        assert.equal(marked.length, 1);
        assert.match(marked[0] ?? '', /name="password".* aria-invalid="true" aria-describedby="problem"/);
      }
      assert.match(wrong.text, new RegExp(`value="${person.email}"`));
    });

    it('303 ignores the case of the email address', async () => {
      const { person } = desk();
      const { browser, page } = await openSignInForm(desk());
      const sent = await browser.submit(page, { email: ` ${person.email.toUpperCase()}`, password: person.password });
      assert.equal(sent.status, 303);
    });

    it('422 for an empty form', async () => {
      const { browser, page } = await openSignInForm(desk());
      assert.equal((await browser.submit(page, {})).status, 422);
    });

    it('400 rejects a form from another site, which has no cookie', async () => {
      const { person } = desk();
      const { page } = await openSignInForm(desk());
      const forged = await createFormBrowser().submit(page, { email: person.email, password: person.password });
      assert.equal(forged.status, 400);
    });

    it('303 creates a new session against fixation', async () => {
      const { person, bff } = desk();
      const { browser } = await openSignInForm(desk());
      const session = () => browser.cookies.find(({ name }) => name === 'stardesk_sign_in')?.value;
      await obtainTokens({ server: desk().server, person, client: bff, browser });
      const before = session();
      const { page } = await openSignInForm(desk(), { prompt: 'login' }, browser);
      const sent = await browser.submit(page, { email: person.email, password: person.password });
      await browser.follow(sent.location ?? '', bff.redirectUri);
      assert.ok(before !== undefined && session() !== before);
    });

    it('303 signs in another person in the same browser', async () => {
      const { server, database, person, bff } = desk();
      const other = await addPerson(database, 'jonas@desk.example');
      const browser = createFormBrowser();
      await obtainTokens({ server, person, client: bff, browser });
      const flow = { server, client: bff, person: other, browser, parameters: { prompt: 'login' } };
      const { access_token } = await obtainTokens(flow);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: other.id } });
    });

    it('429 shows the wait after five failures from one address for one account', async () => {
      const { database } = desk();
      const person = await addPerson(database, 'tried@desk.example');
      const { browser, page } = await openSignInForm(desk());
      const attempt = (password: string) => browser.submit(page, { email: person.email, password });
      const wrong = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong')));
      assert.equal(wrong.filter(({ status }) => status === 422).length, 5);
      const response = await attempt(person.password);
      assert.equal(response.status, 429);
      assert.match(response.text, /role="alert"[^>]*>Too many failed attempts\. Try again in 15 minutes\./);
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
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

    it('303 resets the failures of the account', async () => {
      const { database, bff } = desk();
      const person = await addPerson(database, 'forgetful@desk.example');
      for (let round = 0; round < 3; round++) {
        const { browser, page } = await openSignInForm(desk());
        for (let wrong = 0; wrong < 4; wrong++) {
          assert.equal((await browser.submit(page, { email: person.email, password: 'wrong' })).status, 422);
        }
        const sent = await browser.submit(page, { email: person.email, password: person.password });
        assert.equal(sent.status, 303);
        await browser.follow(sent.location ?? '', bff.redirectUri);
      }
    });
  });
});
