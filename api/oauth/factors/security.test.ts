import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openSecondStep, readField, readRecoveryCodes, setUpApp, showCode } from '../testing/authenticator-app.ts';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { isSignInPage, obtainTokens, submitSignIn } from '../testing/code-flow.ts';
import { pressButton } from '../testing/connected-apps-page.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';

const nowhere = { redirectUri: 'nowhere:' };

forEachDesk(desk => {
  let count = 0;
  before(() => desk().clock.freeze());
  const addNewPerson = () => addPerson(desk().database, `security-${++count}@desk.example`);
  const open = (browser: FormBrowser) => browser.follow(`${desk().server.url}/oauth/security`, nowhere.redirectUri);
  const openSignedIn = async (person: TestPerson) => {
    const browser = createFormBrowser();
    return { browser, page: await submitSignIn(browser, await open(browser), person, nowhere) };
  };
  /** Makes the last sign-in of a person older. */
  const ageSignIn = (person: TestPerson, seconds: number) =>
    desk().database.transaction(async writes => {
      const sessions = writes.selectFrom('oauth_records').select(['id_hash', 'payload']).where('model', '=', 'Session');
      for (const { id_hash, payload } of await sessions.where('account_id', '=', person.id).execute()) {
        const session = JSON.parse(payload) as { loginTs: number };
        const aged = JSON.stringify({ ...session, loginTs: session.loginTs - seconds });
        await writes.updateTable('oauth_records').set({ payload: aged }).where('id_hash', '=', id_hash).execute();
      }
    });
  const asksForCode = async (person: TestPerson) => {
    const { page } = await openSecondStep(desk(), person).catch(() => ({ page: null }));
    return page?.text.includes('<h1>Enter your code<') ?? false;
  };
  const readAudit = async (person: TestPerson) => {
    const entries = desk().database.read.selectFrom('audit_entries').select(['action', 'person_id', 'changes']);
    return entries.where('target_id', '=', person.id).orderBy('n').execute();
  };

  describe('the sign-in security page', () => {
    it('200 within ten minutes after a sign-in; later the page asks for another sign-in', async () => {
      const person = await addNewPerson();
      const browser = createFormBrowser();
      await obtainTokens({ ...desk(), person, client: desk().bff, browser });
      assert.match((await open(browser)).text, /<h1>Sign-in security</);
      await ageSignIn(person, 400);
      const page = await open(browser);
      assert.equal(page.status, 200);
      await ageSignIn(person, 201);
      const form = await open(browser);
      assert.ok(isSignInPage(form));
      assert.ok(form.text.includes(`value="${person.email}"`));
      const seed = readField(page, 'seed');
      const sent = await pressButton(browser, page, { action: 'enrol', seed, code: showCode(seed, desk().clock) });
      assert.equal(sent.status, 303);
      assert.equal(await asksForCode(person), false);
      assert.match((await submitSignIn(browser, form, person, nowhere)).text, /<h1>Sign-in security</);
    });

    it('200 with ten recovery codes once the app is set up; the next sign-in asks for a code', async () => {
      const person = await addNewPerson();
      const { browser, page } = await openSignedIn(person);
      const seed = readField(page, 'seed');
      assert.ok(page.text.includes(seed.match(/.{4}/g)?.join(' ') ?? ''), 'the seed as text');
      const rejected = await pressButton(browser, page, { action: 'enrol', seed, code: '000' });
      assert.deepEqual([rejected.status, readField(rejected, 'seed')], [422, seed]);
      assert.match(rejected.text, /<title>Incorrect code – Sign-in security/);
      const shown = await pressButton(browser, page, { action: 'enrol', seed, code: showCode(seed, desk().clock) });
      const codes = readRecoveryCodes(shown);
      assert.equal(codes.length, 10);
      const again = await pressButton(browser, page, { action: 'enrol', seed, code: showCode(seed, desk().clock) });
      assert.equal(again.status, 200);
      assert.match(again.text, /role="status">The authenticator app is on\. If you have not seen your recovery codes/);
      const after = await open(browser);
      assert.match(after.text, /10 of 10 recovery codes are unused/);
      assert.ok(!after.text.includes(seed) && codes.every(code => !after.text.includes(code)));
      assert.ok(await asksForCode(person));
      const entries = await readAudit(person);
      assert.deepEqual(
        entries.map(({ action, person_id }) => [action, person_id]),
        [['second_factor.created', person.id]],
      );
      assert.ok([seed, ...codes].every(secret => !JSON.stringify(entries).includes(secret)));
    });

    it('200 with new recovery codes, and 200 after the factor is removed', async () => {
      const person = await addNewPerson();
      const { browser, page } = await openSignedIn(person);
      const { recoveryCodes } = await setUpApp(desk(), person.id);
      const renewed = readRecoveryCodes(await pressButton(browser, page, { action: 'codes' }));
      assert.equal(new Set([...renewed, ...recoveryCodes]).size, 20);
      const { text, status } = await pressButton(browser, page, { action: 'remove' });
      assert.equal(status, 200);
      assert.match(text, /role="status">The authenticator app is off\./);
      assert.equal(await asksForCode(person), false);
      const actions = (await readAudit(person)).map(({ action }) => action);
      assert.deepEqual(actions.slice(1), ['second_factor.codes_renewed', 'second_factor.removed']);
    });

    it('200 changes nothing for the page of a different person, or for an incomplete or missing action', async () => {
      const person = await addNewPerson();
      const { browser, page } = await openSignedIn(person);
      await setUpApp(desk(), person.id);
      for (const button of [{ action: 'remove', person: desk().person.id }, { action: 'enrol' }, {}])
        assert.equal((await pressButton(browser, page, button)).status, 200);
      assert.ok(await asksForCode(person));
    });

    it('403 for a form of a different origin', async () => {
      const person = await addNewPerson();
      const { browser, page } = await openSignedIn(person);
      await setUpApp(desk(), person.id);
      const sent = await pressButton(browser, page, { action: 'remove' }, { 'Sec-Fetch-Site': 'same-site' });
      assert.equal(sent.status, 403);
      assert.ok(await asksForCode(person));
    });
  });
});
