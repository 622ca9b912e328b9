import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openSecondStep, setUpApp } from '../testing/authenticator-app.ts';
import { type BrowserPage, copyBrowser, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { isSignedIn, obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';
import { addPasskey, fetchOptions, requestOptions } from '../testing/passkey-steps.ts';
import type { VirtualAuthenticator } from '../testing/virtual-authenticator.ts';

const notAccepted = /role="alert"[^>]*>This passkey was not accepted\./;

forEachDesk(desk => {
  let count = 0;
  before(() => desk().clock.freeze());

  const addPersonWithPasskey = async (options = {}) => {
    const person = await addPerson(desk().database, `passkey-${++count}@desk.example`);
    return { person, ...(await addPasskey(desk(), person.id, options)) };
  };
  /** Submits a page with a passkey, as its script does. */
  const submit = async (browser: FormBrowser, page: BrowserPage, authenticator: VirtualAuthenticator, changed = {}) =>
    browser.submit(page, { passkey: authenticator.sign(await fetchOptions(browser, page), changed) });
  const signIn = async (authenticator: VirtualAuthenticator, changed = {}, browser = createFormBrowser()) => {
    const { page } = await openSignInForm(desk(), { prompt: 'login' }, browser);
    return { browser, page, sent: await submit(browser, page, authenticator, changed) };
  };
  const returnsCode = async (browser: FormBrowser, { location }: BrowserPage) =>
    /[?&]code=/.test((await browser.follow(location ?? '', desk().bff.redirectUri)).location ?? '');
  const change = ({ id }: { id: string }, changed: object) =>
    desk().database.transaction(async writes => {
      await writes.updateTable('people').set(changed).where('id', '=', id).execute();
    });

  describe('a passkey instead of the password', () => {
    it('303 signs in without a second step, each time that the passkey is used', async () => {
      const { person, authenticator } = await addPersonWithPasskey();
      await setUpApp(desk(), person.id);
      for (let round = 0; round < 2; round++) {
        const { browser, page, sent } = await signIn(authenticator);
        assert.match(page.text, /<form [^>]*data-ceremony="sign"[^>]* hidden>/, 'only the script shows it');
        assert.equal(sent.status, 303);
        assert.ok(await returnsCode(browser, sent));
        const { server, bff } = desk();
        const { access_token } = await obtainTokens({ server, person, client: bff, browser });
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
      }
    });

    it('303 for a passkey without a counter', async () => {
      const { authenticator } = await addPersonWithPasskey({ counts: false });
      for (let round = 0; round < 2; round++) assert.equal((await signIn(authenticator)).sent.status, 303);
    });

    it('303 starts a new session and ends the old session, against fixation', async () => {
      const { authenticator } = await addPersonWithPasskey();
      const first = await signIn(authenticator);
      assert.ok(await returnsCode(first.browser, first.sent));
      const before = copyBrowser(first.browser);
      const second = await signIn(authenticator, {}, first.browser);
      assert.ok(await returnsCode(second.browser, second.sent));
      assert.deepEqual([await isSignedIn(desk(), before), await isSignedIn(desk(), second.browser)], [false, true]);
    });

    it('422 for a malformed passkey, a different origin or host, and missing user verification', async () => {
      const { authenticator } = await addPersonWithPasskey();
      for (const changed of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]) {
        const { sent } = await signIn(authenticator, changed);
        assert.equal(sent.status, 422, JSON.stringify(changed));
        assert.match(sent.text, notAccepted);
      }
      const { browser, page } = await openSignInForm(desk());
      for (const passkey of ['{', '{}', 'null', 'x'.repeat(40_000), '{"id":"\\u0000"}'])
        assert.equal((await browser.submit(page, { passkey })).status, 422, passkey.slice(0, 20));
    });

    it('422 for a signature of a different key; the counter does not change', async () => {
      const { authenticator } = await addPersonWithPasskey();
      const { authenticator: other } = await addPersonWithPasskey();
      const { browser, page } = await openSignInForm(desk());
      const forged = JSON.parse(other.sign(await fetchOptions(browser, page), { counter: 0 }));
      const passkey = JSON.stringify({ ...forged, id: authenticator.id, rawId: authenticator.id });
      assert.equal((await browser.submit(page, { passkey })).status, 422);
      assert.equal((await signIn(authenticator)).sent.status, 303);
    });

    it('422 for a challenge that was used, expired or created for a different sign-in', async () => {
      const { authenticator } = await addPersonWithPasskey({ counts: false });
      const { browser, page } = await openSignInForm(desk());
      const passkey = authenticator.sign(await fetchOptions(browser, page));
      const other = await openSignInForm(desk());
      await fetchOptions(other.browser, other.page);
      assert.equal((await other.browser.submit(other.page, { passkey })).status, 422, 'different sign-in');
      const sent = await Promise.all([1, 2, 3].map(() => browser.submit(page, { passkey })));
      assert.deepEqual(sent.map(({ status }) => status).sort(), [303, 422, 422]);
      const late = authenticator.sign(await fetchOptions(other.browser, other.page));
      desk().clock.advance(300_000);
      assert.equal((await other.browser.submit(other.page, { passkey: late })).status, 422, 'expired');
    });

    it('422 for a removed passkey, and for a disabled person', async () => {
      const { person, authenticator } = await addPersonWithPasskey();
      await change(person, { disabled: 1 });
      assert.equal((await signIn(authenticator)).sent.status, 422);
      await change(person, { disabled: 0 });
      await desk().database.transaction(writes =>
        writes.deleteFrom('passkeys').where('person_id', '=', person.id).execute(),
      );
      assert.match((await signIn(authenticator)).sent.text, notAccepted);
    });

    it('400 for an expired sign-in, and for a request for its passkey options', async () => {
      const { authenticator } = await addPersonWithPasskey();
      const { browser, page } = await openSignInForm(desk());
      const passkey = authenticator.sign(await fetchOptions(browser, page));
      await desk().database.transaction(writes =>
        writes.deleteFrom('oauth_records').where('model', '=', 'Interaction').execute(),
      );
      assert.equal((await browser.submit(page, { passkey })).status, 400);
      assert.equal((await requestOptions(browser, page)).status, 400);
    });

    it('429 after five failures on the account of the passkey’s owner, for the password too', async () => {
      const { person, authenticator } = await addPersonWithPasskey();
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await signIn(authenticator, { isVerified: n === 5 })).sent.status);
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
      const { browser, page } = await openSignInForm(desk());
      assert.equal((await browser.submit(page, person)).status, 429);
    });

    it('403 for a cross-site request for options', async () => {
      const { browser, page } = await openSignInForm(desk());
      assert.equal((await requestOptions(browser, page, 'cross-site')).status, 403);
    });
  });

  describe('a passkey as the second step', () => {
    it('303 after the password, without a form for codes', async () => {
      const { person, authenticator } = await addPersonWithPasskey();
      const { browser, page } = await openSecondStep(desk(), person);
      assert.match(page.text, /<h1>Confirm that it is you</);
      assert.doesNotMatch(page.text, /name="code"/);
      const { allowCredentials } = await fetchOptions(browser, page);
      assert.deepEqual(allowCredentials, [{ id: authenticator.id, type: 'public-key' }]);
      assert.equal(await isSignedIn(desk(), browser), false);
      assert.ok(await returnsCode(browser, await submit(browser, page, authenticator)));
    });

    it('303 for a person who also has an authenticator app, whose codes are accepted as well', async () => {
      const { person, authenticator } = await addPersonWithPasskey();
      const app = await setUpApp(desk(), person.id);
      const first = await openSecondStep(desk(), person);
      assert.match(first.page.text, /<h1>Enter your code</);
      assert.ok(await returnsCode(first.browser, await submit(first.browser, first.page, authenticator)));
      const second = await openSecondStep(desk(), person);
      assert.ok(await returnsCode(second.browser, await second.browser.submit(second.page, { code: app.showCode() })));
    });

    it('303 with a recovery code that was shown with the first passkey', async () => {
      const { person, recoveryCodes } = await addPersonWithPasskey();
      assert.equal(recoveryCodes.length, 10);
      const { browser, page } = await openSecondStep(desk(), person);
      const fields = { recovery_code: recoveryCodes[0] ?? '' };
      assert.ok(await returnsCode(browser, await browser.submit(page, fields)));
      const other = await openSecondStep(desk(), person);
      assert.equal((await other.browser.submit(other.page, fields)).status, 422);
    });

    it('422 for the passkey of a different person, and 429 after five such failures', async () => {
      const [{ person }, other] = [await addPersonWithPasskey(), await addPersonWithPasskey()];
      const { browser, page } = await openSecondStep(desk(), person);
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await submit(browser, page, other.authenticator)).status);
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
      assert.equal((await signIn(other.authenticator)).sent.status, 303, 'the other person is not affected');
    });

    it('422 if the passkey’s counter did not increase; the passkey stays disabled, and the password alone is not enough', async () => {
      const { person, authenticator, recoveryCodes } = await addPersonWithPasskey();
      assert.equal((await signIn(authenticator, { counter: 9 })).sent.status, 303);
      for (const counter of [9, 10]) assert.match((await signIn(authenticator, { counter })).sent.text, notAccepted);
      assert.match(
        desk().server.logLines.join(''),
        /"previous":9[^\n]*disabled a passkey whose counter did not increase/,
      );
      const { browser, page } = await openSecondStep(desk(), person);
      assert.doesNotMatch(page.text, /data-ceremony/);
      const sent = await browser.submit(page, { recovery_code: recoveryCodes[0] ?? '' });
      assert.ok(await returnsCode(browser, sent));
      const security = await browser.open(`${desk().server.url}/oauth/security`);
      assert.match(security.text, /Disabled <time[^>]*>[^<]+<\/time> \(UTC\): it may have been copied/);
    });
  });
});
