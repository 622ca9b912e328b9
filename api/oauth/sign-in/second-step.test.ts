import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { removeSecondFactors } from '../../database/second-factors.ts';
import { settingsId } from '../../database/settings.ts';
import {
  type AuthenticatorApp,
  openSecondStep,
  readField,
  readRecoveryCodes,
  setUpApp,
  showCode,
} from '../testing/authenticator-app.ts';
import { type BrowserPage, copyBrowser, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { isSignedIn, obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';

const invalidCode = /role="alert"[^>]*>The code is incorrect or was already used\./;
const getSession = ({ cookies }: FormBrowser) => cookies.find(({ name }) => name === 'stardesk_sign_in')?.value;

forEachDesk(desk => {
  let count = 0;
  before(() => desk().clock.freeze());

  /** Adds a person with an authenticator app, whose current code is unused. */
  const addPersonWithApp = async (): Promise<{ person: TestPerson; app: AuthenticatorApp }> => {
    const person = await addPerson(desk().database, `two-steps-${++count}@desk.example`);
    return { person, app: await setUpApp(desk(), person.id) };
  };
  const openWithApp = async () => {
    const { person, app } = await addPersonWithApp();
    return { person, app, ...(await openSecondStep(desk(), person)) };
  };
  const returnsCode = async (browser: FormBrowser, { location }: BrowserPage) =>
    /[?&]code=/.test((await browser.follow(location ?? '', desk().bff.redirectUri)).location ?? '');

  describe('the second step of a sign-in', () => {
    it('303 to a page that asks for a code; there is no session yet', async () => {
      const { person, page, browser } = await openWithApp();
      assert.equal(page.status, 200);
      assert.match(page.text, /<h1>Enter your code</);
      assert.match(page.text, /<input id="code"[^>]* autocomplete="one-time-code"[^>]* autofocus>/);
      assert.ok(page.text.includes(person.email));
      assert.equal(getSession(browser), undefined);
      assert.equal(await isSignedIn(desk(), browser), false);
    });

    it('303 with a code of the app; the code works once', async () => {
      const { person, app, page, browser } = await openWithApp();
      const sent = await browser.submit(page, { code: app.showCode() });
      assert.equal(sent.status, 303);
      assert.ok(await returnsCode(browser, sent));
      const other = await openSecondStep(desk(), person);
      const again = await other.browser.submit(other.page, { code: app.showCode() });
      assert.equal(again.status, 422);
      assert.match(again.text, invalidCode);
      assert.match(again.text, /<title>Incorrect code – Enter your code/);
      assert.equal((await other.browser.submit(other.page, { code: app.showCode(1) })).status, 303);
    });

    it('303 with a recovery code; the code works once, and its form stays open after an invalid code', async () => {
      const { person, app, page, browser } = await openWithApp();
      const [recovery_code = ''] = app.recoveryCodes;
      assert.ok(await returnsCode(browser, await browser.submit(page, { recovery_code })));
      const other = await openSecondStep(desk(), person);
      const again = await other.browser.submit(other.page, { recovery_code });
      assert.equal(again.status, 422);
      assert.match(again.text, /role="alert"[^>]*>The recovery code is incorrect/);
      assert.match(again.text, /<details open>/);
      assert.match(
        again.text,
        /<input id="recovery-code"[^>]* autofocus aria-invalid="true" aria-describedby="problem">/,
      );
      assert.ok(!again.text.includes(recovery_code));
    });

    it('303 for both of two concurrent submissions of a form', async () => {
      const { app, page, browser } = await openWithApp();
      const fields = { code: app.showCode() };
      const sent = await Promise.all([browser.submit(page, fields), browser.submit(page, fields)]);
      for (const each of sent) assert.ok(await returnsCode(browser, each), String(each.status));
    });

    it('422 for a malformed form, and for a password instead of a code', async () => {
      const { person, page, browser } = await openWithApp();
      const { email, password } = person;
      for (const fields of [
        {},
        { email, password },
        { code: '0'.repeat(5000) },
        { code: '\0' },
        { seed: 'A'.repeat(32) },
      ])
        assert.equal((await browser.submit(page, fields)).status, 422);
    });

    it('400 for an expired form', async () => {
      const { app, page, browser, person } = await openWithApp();
      await desk().database.transaction(async writes => {
        await writes.deleteFrom('oauth_records').where('model', '=', 'Interaction').execute();
      });
      const late = await browser.submit(page, { code: app.showCode(), email: person.email });
      assert.equal(late.status, 400);
      assert.match(late.text, /<h1>This sign-in has expired</);
    });

    it('429 after five invalid codes, even if the password is entered again in between', async () => {
      const { person, app } = await addPersonWithApp();
      const statuses: number[] = [];
      for (let n = 0; n < 3; n++) {
        const { browser, page } = await openSecondStep(desk(), person);
        for (const field of ['code', 'recovery_code'])
          statuses.push((await browser.submit(page, { [field]: app.showCode(-9) })).status);
      }
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
      const form = await openSignInForm(desk());
      const { status, text } = await form.browser.submit(form.page, person);
      assert.equal(status, 429, 'the password too');
      assert.match(text, /Try again in 15 minutes/);
      const locks = desk()
        .database.read.selectFrom('audit_entries')
        .select('action')
        .where('target_id', '=', person.id);
      assert.deepEqual((await locks.where('action', '=', 'person.locked').execute()).length, 1);
    });

    it('resets the failures once both steps are done', async () => {
      const { person, app } = await addPersonWithApp();
      for (let round = 0; round < 2; round++) {
        const { browser, page } = await openSecondStep(desk(), person);
        for (let n = 0; n < 4; n++) assert.equal((await browser.submit(page, { code: 'wrong' })).status, 422);
        assert.equal((await browser.submit(page, { code: app.showCode(round) })).status, 303);
      }
    });

    it('is not open to an attacker who injected the id of the sign-in', async () => {
      const { person, app } = await addPersonWithApp();
      const attacker = await openSignInForm(desk());
      const victim = copyBrowser(attacker.browser);
      const { location } = await victim.submit(attacker.page, person);
      const code = app.showCode();
      assert.match((await attacker.browser.open(attacker.page.url)).text, /<h1>Sign in</);
      assert.equal((await attacker.browser.submit(attacker.page, { code })).status, 422);
      assert.equal((await attacker.browser.open(location ?? '')).status, 400);
      const page = await victim.open(location ?? '');
      const sent = await victim.submit(page, { code });
      for (const url of [sent.location ?? '', (location ?? '').replace('/sign-in/', '/authorize/')])
        assert.ok(!(await attacker.browser.follow(url, desk().bff.redirectUri)).location?.includes('code='));
      assert.equal(await isSignedIn(desk(), attacker.browser), false);
      assert.ok(await returnsCode(victim, sent));
    });

    it('ends if the password changes meanwhile', async () => {
      const { person, app, page, browser } = await openWithApp();
      await desk().database.transaction(async writes => {
        await writes.updateTable('people').set({ password_hash: null }).where('id', '=', person.id).execute();
      });
      assert.match((await browser.open(page.url)).text, /<h1>Sign in</);
      assert.equal((await browser.submit(page, { code: app.showCode() })).status, 422);
    });

    it('starts again with the password if the second factor is reset meanwhile', async () => {
      const { person, app, page, browser } = await openWithApp();
      await desk().database.transaction(writes =>
        removeSecondFactors(writes, person.id, commandActor(0), async () => {}),
      );
      assert.equal((await browser.submit(page, { code: app.showCode() })).status, 422);
      assert.ok(await returnsCode(browser, await browser.submit(page, person)));
    });

    it('is asked for with prompt=login; until it is done, the previous session stays', async () => {
      const { person, app } = await addPersonWithApp();
      const browser = createFormBrowser();
      const { server, bff: client } = desk();
      await obtainTokens({ server, person: desk().person, client, browser });
      const { page } = await openSecondStep(desk(), person, { parameters: { prompt: 'login' }, browser });
      assert.ok(await isSignedIn(desk(), browser), 'the first person, until the second step is done');
      assert.ok(await returnsCode(browser, await browser.submit(page, { code: app.showCode() })));
      const { access_token } = await obtainTokens({ server, person, client, browser });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
    });
  });

  describe('the second-factor policy of the settings', () => {
    const setPolicy = (second_factor: string) =>
      desk().database.transaction(async writes => {
        const row = {
          id: settingsId,
          version: 1,
          created_at: 0,
          updated_at: 0,
          changed: JSON.stringify({ second_factor }),
        };
        await writes.deleteFrom('settings').execute();
        await writes.insertInto('settings').values(row).execute();
      });
    const asks = async (person: TestPerson) => {
      const form = await openSignInForm(desk());
      const { location } = await form.browser.submit(form.page, person);
      return location?.includes('/oauth/sign-in/');
    };

    it('asks people to set up a second factor only if the policy requires it for their role', async () => {
      const admin = await addPerson(desk().database, 'policy@desk.example', 'admin');
      for (const [policy, expected] of [
        ['admins', [true, false]],
        ['everyone', [true, true]],
        ['off', [false, false]],
      ] as const) {
        await setPolicy(policy);
        assert.deepEqual([await asks(admin), await asks(desk().person)], expected, policy);
      }
    });

    it('200 with recovery codes after the app is set up; a double click shows how to create new codes', async () => {
      await setPolicy('everyone');
      const { clock, server, bff } = desk();
      const person = await addPerson(desk().database, 'required@desk.example');
      const { browser, page } = await openSecondStep(desk(), person);
      assert.match(page.text, /<h1>Set up two-step sign-in</);
      assert.match(page.text, /<div class="qr" role="img" aria-label="[^"]+"><svg /);
      const seed = readField(page, 'seed');
      const rejected = await browser.submit(page, { seed, code: showCode(seed, clock, 9) });
      assert.equal(rejected.status, 422);
      assert.match(rejected.text, /<title>Incorrect code – Set up two-step sign-in/);
      assert.equal(readField(rejected, 'seed'), seed, 'the phone has scanned it already');
      const fields = { seed, code: showCode(seed, clock) };
      const pages = await Promise.all([browser.submit(page, fields), browser.submit(page, fields)]);
      const [first, second] = pages.sort((a, b) => readRecoveryCodes(b).length - readRecoveryCodes(a).length);
      assert.deepEqual([first.status, readRecoveryCodes(first).length], [200, 10]);
      assert.equal(second.status, 200);
      assert.match(second.text, /If you have not seen your recovery codes, create new codes\./);
      for (const each of pages) {
        const location = /<a class="button primary" href="([^"]+)"/.exec(each.text)?.[1] ?? '';
        assert.ok(await returnsCode(browser, { ...each, location }));
      }
      await setPolicy('off');
      assert.ok(await asks(person), 'a second factor is asked for even if it is not required');
      const other = await openSecondStep({ server, bff }, person);
      assert.equal((await other.browser.submit(other.page, fields)).status, 422, 'the code was used');
    });
  });
});
