import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readRecoveryCodes, setUpApp } from '../testing/authenticator-app.ts';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { submitSignIn } from '../testing/code-flow.ts';
import { pressButton } from '../testing/connected-apps-page.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson, startOAuthServer } from '../testing/oauth-server.ts';
import { addPasskey, fetchOptions, requestOptions } from '../testing/passkey-steps.ts';
import { createVirtualAuthenticator } from '../testing/virtual-authenticator.ts';
import { getRelyingParty } from './relying-party.ts';

forEachDesk(desk => {
  let count = 0;
  before(() => desk().clock.freeze());
  const open = (browser: FormBrowser) => browser.follow(`${desk().server.url}/oauth/security`, 'nowhere:');
  const openSignedIn = async () => {
    const person = await addPerson(desk().database, `passkeys-${++count}@desk.example`);
    const browser = createFormBrowser();
    const page = await submitSignIn(browser, await open(browser), person, { redirectUri: 'nowhere:' });
    const add = (passkey: string, name = 'Laptop') =>
      pressButton(browser, page, { action: 'add_passkey', name, passkey });
    return { person, browser, page, add };
  };
  const readAudit = async (personId: string) => {
    const entries = desk().database.read.selectFrom('audit_entries').select(['action', 'person_id', 'changes']);
    const rows = await entries.where('target_id', '=', personId).orderBy('n').execute();
    return rows.map(row => [row.action, row.person_id, JSON.parse(row.changes)]);
  };

  describe('passkeys on the sign-in security page', () => {
    it('200 with options that require a discoverable passkey and user verification, but no attestation', async () => {
      const { person, browser, page } = await openSignedIn();
      const { rp, user, attestation, authenticatorSelection, excludeCredentials } = await fetchOptions(browser, page);
      assert.deepEqual([rp, attestation, excludeCredentials], [{ id: 'localhost', name: 'Stardesk' }, 'none', []]);
      assert.partialDeepStrictEqual(authenticatorSelection, { residentKey: 'required', userVerification: 'required' });
      assert.partialDeepStrictEqual(user, { name: person.email, displayName: 'Mara Okafor' });
    });

    it('200 adds named passkeys: the first with recovery codes, the second without', async () => {
      const { person, browser, page, add } = await openSignedIn();
      const authenticators = [1, 2].map(() => createVirtualAuthenticator(desk().server.url));
      const [first, second] = authenticators.map(
        each => async (name: string) => add(each.create(await fetchOptions(browser, page)), name),
      );
      assert.equal(readRecoveryCodes((await first?.('<b>Laptop</b>')) ?? page).length, 10);
      desk().clock.advance(1000);
      const listed = await second?.('Phone');
      assert.match(listed?.text ?? '', /role="status">The passkey was added\./);
      assert.match(listed?.text ?? '', /<bdi>&lt;b&gt;Laptop.*<bdi>Phone</s);
      const { excludeCredentials } = await fetchOptions(browser, page);
      assert.deepEqual(
        (excludeCredentials as { id: string }[]).map(({ id }) => id).sort(),
        authenticators.map(({ id }) => id).sort(),
      );
      const toEntry = (name: string) => {
        const changes = { kinds: { old: null, new: ['passkey'] }, names: { old: null, new: [name] } };
        return ['second_factor.created', person.id, changes];
      };
      assert.deepEqual(await readAudit(person.id), [toEntry('<b>Laptop</b>'), toEntry('Phone')]);
    });

    it('200 removes a passkey and, with the last second factor, the recovery codes', async () => {
      const { person, browser, page } = await openSignedIn();
      const { authenticator } = await addPasskey(desk(), person.id);
      const { authenticator: other } = await addPasskey(desk(), person.id, { name: 'Phone' });
      await setUpApp(desk(), person.id);
      const remove = (passkey: string) => pressButton(browser, page, { action: 'remove_passkey', passkey });
      const rest = await remove(authenticator.id);
      assert.match(rest.text, /role="status">The passkey was removed\..*<bdi>Phone</s);
      assert.match((await pressButton(browser, page, { action: 'remove' })).text, /10 of 10 recovery codes/);
      assert.doesNotMatch((await remove(other.id)).text, /recovery codes are unused/);
      const rows = desk().database.read.selectFrom('recovery_codes').select('digest');
      assert.deepEqual(await rows.where('person_id', '=', person.id).execute(), []);
    });

    it('does not remove the passkey of a different person', async () => {
      const { person, browser, page } = await openSignedIn();
      const owner = await addPerson(desk().database, `owner-${count}@desk.example`);
      const { authenticator } = await addPasskey(desk(), owner.id);
      await pressButton(browser, page, { action: 'remove_passkey', passkey: authenticator.id });
      await pressButton(browser, page, { action: 'remove_passkey', passkey: authenticator.id, person: owner.id });
      assert.deepEqual([(await readAudit(owner.id)).length, await readAudit(person.id)], [1, []]);
    });

    it('422 for a malformed passkey, a different origin or host, and missing user verification', async () => {
      const { person, browser, page, add } = await openSignedIn();
      const authenticator = createVirtualAuthenticator(desk().server.url);
      for (const changed of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]) {
        const sent = await add(authenticator.create(await fetchOptions(browser, page), changed));
        assert.equal(sent.status, 422, JSON.stringify(changed));
        assert.match(sent.text, /role="alert"[^>]*>The passkey was not accepted\./);
      }
      for (const malformed of ['', '{', '{}', '"text"', authenticator.sign(await fetchOptions(browser, page))])
        assert.equal((await add(malformed)).status, 422, malformed);
      assert.deepEqual(await readAudit(person.id), []);
    });

    it('422 for a challenge that was used, replaced or expired, or belongs to a different session', async () => {
      const { browser, page, add } = await openSignedIn();
      const other = await openSignedIn();
      const create = (options: { challenge: string }) => createVirtualAuthenticator(desk().server.url).create(options);
      const replaced = await fetchOptions(browser, page);
      const used = await fetchOptions(browser, page);
      assert.equal((await add(create(replaced))).status, 422, 'replaced');
      assert.equal((await add(create(used))).status, 422, 'used by the previous response');
      const foreign = await fetchOptions(other.browser, other.page);
      await fetchOptions(browser, page);
      assert.equal((await add(create(foreign))).status, 422, 'different session');
      const late = await fetchOptions(browser, page);
      desk().clock.advance(300_000);
      assert.equal((await add(create(late))).status, 422, 'expired');
      assert.equal((await add(create(await fetchOptions(browser, page)))).status, 200);
    });

    it('422 for a passkey that is already stored for a different person', async () => {
      const [{ browser, page, add }, owner] = [await openSignedIn(), await openSignedIn()];
      const { authenticator } = await addPasskey(desk(), owner.person.id);
      assert.equal((await add(authenticator.create(await fetchOptions(browser, page)))).status, 422);
    });

    it('403 for a cross-site request for options; 303 if no person is signed in', async () => {
      const { browser, page } = await openSignedIn();
      assert.equal((await requestOptions(browser, page, 'cross-site')).status, 403);
      assert.equal((await requestOptions(createFormBrowser(), page)).status, 303);
    });
  });

  describe('an API_PUBLIC_URL with an IP address', () => {
    it('404 for the options of a passkey, and no passkey form on the sign-in page', async () => {
      const server = await startOAuthServer(desk().database, { apiPublicUrl: 'http://127.0.0.1:4000' });
      try {
        const { headers } = await fetch(`${server.url}/oauth/security`, { redirect: 'manual' });
        const toLocal = (url: string | null) => (url ?? '').replace('http://127.0.0.1:4000', server.url);
        const browser = createFormBrowser();
        const { location } = await browser.open(toLocal(headers.get('location')));
        const form = await browser.open(toLocal(location));
        assert.match(form.text, /<h1>Sign in</);
        assert.doesNotMatch(form.text, /passkey/);
        const page = { ...form, text: `data-options="${new URL(form.url).pathname}/passkey"` };
        assert.equal((await requestOptions(browser, page)).status, 404);
      } finally {
        await server.close();
      }
    });
  });

  describe('getRelyingParty', () => {
    for (const [apiPublicUrl, expected] of [
      ['https://desk.example/api', { id: 'desk.example', origin: 'https://desk.example' }],
      ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
      ['http://127.0.0.1:4000', null],
      ['https://[2001:db8::1]', null],
    ] as const)
      it(`returns ${expected?.id ?? 'null'} for ${apiPublicUrl}`, () =>
        assert.deepEqual(getRelyingParty({ apiPublicUrl }), expected));
  });
});
