import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Identity, IdentityProvider, Invitation, Person, Role } from '#contract';
import { findFreePort } from '#server/testing/free-port';
import { setUpApp } from './oauth/testing/authenticator-app.ts';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { cheapHash, testPassword } from './oauth/testing/cheap-hash.ts';
import { addPasskey, fetchOptions } from './oauth/testing/passkey-steps.ts';
import { startUpstreamProvider, type UpstreamTestProvider } from './oauth/testing/upstream-provider.ts';
import { createUpstreamSteps } from './oauth/testing/upstream-steps.ts';
import { forEachApi } from './testing/api.ts';
import { runDeskInProcess } from './testing/run-desk.ts';

const as = 'admin';
const noAccount = 'There is no account for you here';
const rejected = 'You are not signed in';
const invalid = 'This sign-in is not valid';
let count = 0;

forEachApi(
  api => {
    let upstream: UpstreamTestProvider;
    let other: UpstreamTestProvider;
    const { openSignIn, continueWith, signIn, findPerson, tryToSignIn } = createUpstreamSteps(api);

    const send = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const response = await api().call<Body>(method, path, { as, ...(body && { body }) });
      assert.ok(response.status < 300, response.text);
      return response.body;
    };
    const setProvider = (change: object = {}, { settings } = upstream, id = 'main') =>
      send<IdentityProvider>('PUT', `/v1/identity_providers/${id}`, {
        ...settings,
        domains: ['desk.example'],
        ...change,
      });
    const addPerson = (fields: object = {}) =>
      send<Person>('POST', '/v1/people', { name: 'Nora', email: `upstream-${++count}@desk.example`, ...fields });
    const addWithPassword = async (role: Role) => {
      const person = await addPerson({ role });
      await api().database.transaction(writes =>
        writes.updateTable('people').set({ password_hash: cheapHash }).where('id', '=', person.id).execute(),
      );
      return person;
    };
    const invite = async ({ url }: Person) =>
      (await send<Invitation>('PUT', `${url}/invitation`, { deliver: 'link' })).link ?? '';
    const listIdentities = ({ url }: Person) => send<Identity[]>('GET', `${url}/identities`);
    const countPeople = async () => (await send<Person[]>('GET', '/v1/people?per_page=100')).length;
    /** Chooses the account that signs in next, by default with a verified address. */
    const use = (claims: object, provider = upstream) => {
      provider.account = { sub: `account-${++count}`, email_verified: true, ...claims };
    };
    const changePasswordSignIn = (password_sign_in: boolean) => send('PATCH', '/v1/settings', { password_sign_in });

    before(async () => {
      const redirectUri = (id: string) => `${api().url}/oauth/upstream/${id}/callback`;
      upstream = await startUpstreamProvider(redirectUri('main'));
      other = await startUpstreamProvider(redirectUri('other'), { usesUserInfo: true });
    });
    after(() => Promise.all([upstream.close(), other.close()]));
    beforeEach(async () => {
      upstream.changeIdToken = claims => claims;
      await api().call('PATCH', '/v1/identity_providers/other', { as, body: { enabled: false } });
      await setProvider();
    });

    describe('a sign-in at an identity provider', () => {
      it('redirects with code, PKCE, state and nonce, which only the sealed cookie contains', async () => {
        const { browser, page } = await openSignIn();
        const { location } = await continueWith(browser, page, upstream.issuer);
        const { origin, searchParams } = new URL(location ?? '');
        assert.equal(origin, upstream.issuer);
        assert.partialDeepStrictEqual(Object.fromEntries(searchParams), {
          ...{ response_type: 'code', client_id: 'the-desk', scope: 'openid email profile' },
          ...{ code_challenge_method: 'S256', redirect_uri: `${api().url}/oauth/upstream/main/callback` },
        });
        const cookie = browser.cookies.find(({ name }) => name === 'stardesk_upstream');
        assert.equal(cookie?.path, '/oauth/upstream');
        for (const name of ['state', 'nonce', 'code_challenge']) {
          const value = searchParams.get(name) ?? '';
          assert.ok(value.length >= 43 && !cookie?.value.includes(value), name);
        }
      });

      it('rule 1 of OPERATIONS.md: signs in the person of the account, even when the address of the account has changed', async () => {
        const person = await addPerson();
        const stranger = await addPerson();
        use({ email: person.email });
        const { sub } = upstream.account;
        assert.equal(await tryToSignIn(), person.id);
        use({ sub, email: stranger.email });
        assert.equal(await tryToSignIn(), person.id);
        use({ sub, email: undefined, email_verified: undefined });
        assert.equal(await tryToSignIn(), person.id);
        const [identity, ...more] = await listIdentities(person);
        assert.deepEqual(more, []);
        assert.partialDeepStrictEqual(identity, { issuer: upstream.issuer, subject: sub, email: person.email });
        assert.equal((await send<Person>('GET', person.url)).email, person.email);
        assert.deepEqual(await listIdentities(stranger), []);
      });

      it('rule 2 of OPERATIONS.md: links an account of any address to the invited person, once', async () => {
        const person = await addPerson({ role: 'admin' });
        const link = await invite(person);
        use({ email: 'elsewhere@another.example', email_verified: false });
        const browser = createFormBrowser();
        const accept = async () => continueWith(browser, await browser.open(link), 'http://localhost:3000');
        assert.equal((await accept()).location, 'http://localhost:3000/login');
        assert.equal((await browser.open(link)).status, 410);
        assert.equal(await tryToSignIn(), person.id);
        const another = await addPerson();
        const second = createFormBrowser();
        const used = await continueWith(second, await second.open(await invite(another)), 'http://localhost:3000');
        assert.match(used.text, /This account belongs to another person/);
        assert.deepEqual(await listIdentities(another), []);
      });

      it('410 for an invitation that is withdrawn during the sign-in; no account is linked', async () => {
        const person = await addPerson();
        const link = await invite(person);
        const browser = createFormBrowser();
        use({});
        const { location } = await continueWith(browser, await browser.open(link), `${api().url}/oauth/upstream`);
        await send('DELETE', `${person.url}/invitation`);
        assert.equal((await browser.open(location ?? '')).status, 410);
        assert.equal((await browser.open(`${link}/upstream/main`)).status, 410);
        assert.deepEqual(await listIdentities(person), []);
      });

      it('rule 3 of OPERATIONS.md: links a verified address of a listed domain, ignoring case', async () => {
        const person = await addPerson();
        use({ email: person.email.toUpperCase() });
        assert.equal(await tryToSignIn(), person.id);
      });

      it('rule 3 of OPERATIONS.md: links no second account of the same issuer, but an account of another issuer', async () => {
        const person = await addPerson();
        use({ email: person.email });
        assert.equal(await tryToSignIn(), person.id);
        use({ email: person.email });
        assert.equal(await tryToSignIn(), noAccount);
        await setProvider({ enabled: false });
        await setProvider({}, other, 'other');
        // A subject identifies an account only at its issuer.
        use({ sub: upstream.account.sub, email: (await addPerson()).email }, other);
        assert.notEqual(await tryToSignIn(), person.id);
        use({ email: person.email }, other);
        assert.equal(await tryToSignIn(), person.id);
        assert.equal((await listIdentities(person)).length, 2);
      });

      it('rule 3 of OPERATIONS.md: links an administrator only after the password', async () => {
        const person = await addWithPassword('admin');
        use({ email: person.email });
        const started = await signIn();
        const { browser, page, client } = started;
        assert.match(page.text, /<h1>Enter your password once<\/h1>/);
        const submit = (password: string) =>
          browser.open(page.url, {
            method: 'POST',
            body: new URLSearchParams({ password }),
            headers: { 'Sec-Fetch-Site': 'same-origin' },
          });
        assert.equal((await submit('a guess')).status, 422);
        assert.deepEqual(await listIdentities(person), []);
        const foreign = { 'Sec-Fetch-Site': 'cross-site' };
        const body = new URLSearchParams({ password: testPassword });
        assert.equal((await browser.open(page.url, { method: 'POST', body, headers: foreign })).status, 403);
        const finished = await browser.follow((await submit(testPassword)).location ?? '', client.redirectUri);
        assert.equal((await findPerson({ ...started, page: finished })).id, person.id);
        assert.equal(await tryToSignIn(), person.id);
        assert.equal((await submit(testPassword)).status, 400);
      });

      it('rule 4 of OPERATIONS.md: creates a person with the configured role, once', async () => {
        await setProvider({ auto_create: { role: 'viewer' } });
        const email = `upstream-${++count}@desk.example`;
        use({ email, name: 'Nora Lindqvist' });
        const id = await tryToSignIn();
        const person = await send<Person>('GET', `/v1/people/${id}`);
        assert.partialDeepStrictEqual(person, { email, name: 'Nora Lindqvist', role: 'viewer', disabled: false });
        assert.equal(await tryToSignIn(), id);
        use({ email: 'unnamed@desk.example', name: 'A\u0000B' });
        assert.equal((await send<Person>('GET', `/v1/people/${await tryToSignIn()}`)).name, 'unnamed');
        const { status } = await api().call('PATCH', '/v1/identity_providers/main', {
          as,
          body: { auto_create: { role: 'admin' } },
        });
        assert.equal(status, 422);
      });

      it('rule 5 of OPERATIONS.md: 403 for every other account, and nothing is created', async () => {
        const person = await addPerson();
        const { email } = person;
        const disabled = await addPerson({ disabled: true });
        await setProvider({ auto_create: { role: 'agent' } });
        const people = await countPeople();
        for (const claims of [
          { email, email_verified: false },
          { email, email_verified: undefined },
          { email, email_verified: 'true' },
          { email: undefined, preferred_username: email, name: person.name },
          { email: `new-${++count}@another.example` },
          { email: `new-${++count}@desk.example.evil.example` },
          { email: `new-${++count}@desk.example`, email_verified: false },
          { email: 'mailbox-1@stardesk.invalid' },
          { email: `${email}\u0000` },
          { email: disabled.email },
        ]) {
          use(claims);
          assert.equal(await tryToSignIn(), noAccount, JSON.stringify(claims));
        }
        assert.equal((await signIn()).page.status, 403);
        assert.equal(await countPeople(), people);
        for (const each of [person, disabled]) assert.deepEqual(await listIdentities(each), []);
      });

      it('trusts an omitted `email_verified` only if the provider is trusted, and never `false`', async () => {
        await setProvider({ trust_unverified_email: true });
        const person = await addPerson();
        for (const email_verified of [false, 'false', null]) {
          use({ email: person.email, email_verified });
          assert.equal(await tryToSignIn(), noAccount);
        }
        use({ email: person.email, email_verified: undefined });
        assert.equal(await tryToSignIn(), person.id);
      });

      it('rejects a disabled person, and every sign-in at a disabled provider', async () => {
        const person = await addPerson();
        use({ email: person.email });
        assert.equal(await tryToSignIn(), person.id);
        await send('PATCH', person.url, { disabled: true });
        assert.equal(await tryToSignIn(), noAccount);
        await send('PATCH', person.url, { disabled: false });
        const { browser, page } = await openSignIn();
        const { location } = await continueWith(browser, page, `${api().url}/oauth/upstream`);
        await setProvider({ enabled: false });
        assert.match((await browser.open(location ?? '')).text, new RegExp(invalid));
        assert.ok(!(await openSignIn()).page.text.includes('Continue with'));
      });

      it('asks for a second factor, unless a trusted provider has asked for one', async () => {
        const person = await addPerson();
        use({ email: person.email });
        const { showCode } = await setUpApp(api(), person.id);
        upstream.changeIdToken = claims => ({ ...claims, amr: ['pwd', 'mfa'] });
        const signedIn = await signIn();
        assert.match(signedIn.page.text, /<h1>Enter your code/);
        const { location } = await signedIn.browser.submit(signedIn.page, { code: showCode() });
        const page = await signedIn.browser.follow(location ?? '', signedIn.client.redirectUri);
        assert.equal((await findPerson({ ...signedIn, page })).id, person.id);
        await setProvider({ trust_mfa: true });
        assert.equal(await tryToSignIn(), person.id);
        upstream.changeIdToken = claims => claims;
        assert.equal(await tryToSignIn(), 'Enter your code');
      });

      it('accepts a passkey as the second factor', async () => {
        const person = await addPerson();
        use({ email: person.email });
        const { authenticator } = await addPasskey({ server: api(), ...api() }, person.id);
        const signedIn = await signIn();
        const { browser } = signedIn;
        const passkey = authenticator.sign(await fetchOptions(browser, signedIn.page));
        const { location } = await browser.submit(signedIn.page, { passkey });
        const page = await browser.follow(location ?? '', signedIn.client.redirectUri);
        assert.equal((await findPerson({ ...signedIn, page })).id, person.id);
      });

      it('reads the address from the user info endpoint if the ID token lacks it', async () => {
        await setProvider({ enabled: false });
        await setProvider({}, other, 'other');
        const person = await addPerson();
        use({ email: person.email, email_verified: false }, other);
        assert.equal(await tryToSignIn(), noAccount);
        use({ email: person.email }, other);
        assert.equal(await tryToSignIn(), person.id);
      });

      it('rejects a different issuer, audience or nonce, a missing claim and an expired token', async () => {
        const person = await addPerson();
        for (const change of [
          { iss: other.issuer },
          { iss: undefined },
          { aud: 'another client' },
          { nonce: undefined },
          { nonce: 'another' },
          { sub: undefined },
          { exp: 1 },
        ]) {
          use({ email: person.email });
          upstream.changeIdToken = claims => ({ ...claims, ...change });
          assert.equal(await tryToSignIn(), rejected, JSON.stringify(change));
        }
        assert.deepEqual(await listIdentities(person), []);
      });

      it('rejects a different state, code, issuer, provider or browser, and a repeated or late callback', async () => {
        await setProvider({}, other, 'other');
        const person = await addPerson();
        use({ email: person.email });
        const start = async () => {
          const { browser, page } = await openSignIn();
          const { location } = await continueWith(browser, page, `${api().url}/oauth/upstream`);
          return { browser, callback: new URL(location ?? '') };
        };
        for (const [name, value] of [
          ['state', 'x'.repeat(43)],
          ['code', 'x'.repeat(43)],
          ['iss', other.issuer],
        ] as const) {
          const { browser, callback } = await start();
          callback.searchParams.set(name, value);
          assert.match((await browser.open(callback)).text, new RegExp(rejected), name);
        }
        const { browser, callback } = await start();
        assert.match((await createFormBrowser().open(callback)).text, new RegExp(invalid));
        const elsewhere = callback.href.replace('/main/', '/other/');
        assert.match((await browser.open(elsewhere)).text, new RegExp(invalid));
        const again = await start();
        assert.equal((await again.browser.open(again.callback)).status, 303);
        assert.match((await again.browser.open(again.callback)).text, new RegExp(invalid));
        const late = await start();
        api().clock.advance(600_001);
        assert.match((await late.browser.open(late.callback)).text, new RegExp(invalid));
      });

      it('shows the reason if the provider declines, rejects the client or does not respond', async () => {
        use({});
        const { browser, page } = await openSignIn();
        const { location } = await continueWith(browser, page, `${api().url}/oauth/upstream`);
        const declined = new URL(location ?? '');
        declined.searchParams.delete('code');
        declined.searchParams.set('error', 'access_denied');
        const { status, text } = await browser.open(declined);
        assert.equal(status, 400);
        assert.match(text, /Tallywright Login did not complete the sign-in \(access_denied\)/);
        await setProvider({ client_secret: 'another secret' });
        assert.match((await signIn()).page.text, /\(invalid_client\)/);
        await setProvider({ issuer: `http://127.0.0.1:${await findFreePort()}` });
        assert.match((await signIn()).page.text, /\(ECONNREFUSED\)/);
      });

      it('DELETE of an identity signs the person out; then 410, and the account is linked again', async () => {
        const person = await addPerson();
        use({ email: person.email });
        const signedIn = await signIn();
        assert.equal((await findPerson(signedIn)).id, person.id);
        const [identity] = await listIdentities(person);
        await send('DELETE', identity?.url ?? '');
        const { browser, client } = signedIn;
        const { page } = await openSignIn(browser);
        assert.ok(!page.location?.startsWith(client.redirectUri));
        assert.equal((await api().call('GET', identity?.url ?? '', { as })).body.code, 41023);
        assert.equal((await api().call('GET', `${person.url}/identities/unknown`, { as })).body.code, 40425);
        assert.equal(await tryToSignIn(), person.id);
      });
    });

    describe('the setting password_sign_in', () => {
      after(() => changePasswordSignIn(true));

      const signInByPassword = async ({ email }: Person) => {
        const { browser, page } = await openSignIn();
        return browser.submit(page, { email, password: testPassword });
      };

      it('422 for the password of a person with an identity, until `desk people set-password`', async () => {
        const [linked, unlinked] = [await addWithPassword('agent'), await addWithPassword('agent')];
        use({ email: linked.email });
        assert.equal(await tryToSignIn(), linked.id);
        assert.equal((await signInByPassword(linked)).status, 303);
        await changePasswordSignIn(false);
        const hidden = await signInByPassword(linked);
        assert.equal(hidden.status, 422);
        assert.match(hidden.text, /Passwords and passkeys are off for your account/);
        assert.match(hidden.text, /Continue with Tallywright Login/);
        assert.equal((await signInByPassword(unlinked)).status, 303);
        await setProvider({ enabled: false });
        assert.equal((await signInByPassword(linked)).status, 303);
        await setProvider();
        const args = ['people', 'set-password', linked.email, '--password', testPassword];
        assert.equal((await runDeskInProcess('', args, { env: api().environment })).status, 0);
        assert.equal((await signInByPassword(linked)).status, 303);
      });
    });

    it('a passkey does not replace a hidden password, because the provider may have disabled the account', async () => {
      const person = await addPerson();
      use({ email: person.email });
      assert.equal(await tryToSignIn(), person.id);
      const { authenticator } = await addPasskey({ server: api(), ...api() }, person.id);
      const signInByPasskey = async () => {
        const { browser, page } = await openSignIn();
        return browser.submit(page, { passkey: authenticator.sign(await fetchOptions(browser, page)) });
      };
      assert.equal((await signInByPasskey()).status, 303);
      await changePasswordSignIn(false);
      assert.match((await signInByPasskey()).text, /Continue with your identity provider/);
      await changePasswordSignIn(true);
    });

    it('the signed-out page says that the session of the provider may continue', async () => {
      const text = async () => (await createFormBrowser().open(`${api().url}/oauth/logout`)).text;
      assert.match(await text(), /You may still be signed in at <bdi>Tallywright Login</);
      await setProvider({ enabled: false });
      assert.doesNotMatch(await text(), /still be signed in/);
    });

    it('a sign-out of the web app shows the signed-out page to a person with an identity', async () => {
      use({ email: (await addPerson()).email });
      const { browser, client, page } = await signIn();
      assert.ok(page.location?.startsWith(client.redirectUri));
      const address = 'http://localhost:3000/';
      const query = new URLSearchParams({ client_id: client.clientId, post_logout_redirect_uri: address });
      const signOut = () => browser.open(`${api().url}/oauth/logout?${query}`);
      assert.match((await signOut()).text, /still be signed in at <bdi>Tallywright Login<.*Go to Stardesk/s);
      assert.equal((await signOut()).location, address, 'the session has ended');
    });
  },
  { deskUrl: 'http://localhost:3000' },
);

forEachApi(
  api => {
    it('SIGN_IN=password lets a person with an identity sign in with a password', async () => {
      const upstream = await startUpstreamProvider(`${api().url}/oauth/upstream/main/callback`);
      const { openSignIn, tryToSignIn } = createUpstreamSteps(api);
      const { id, email } = api().people.agent;
      await api().database.transaction(writes =>
        writes.updateTable('people').set({ password_hash: cheapHash }).where('id', '=', id).execute(),
      );
      const body = { ...upstream.settings, domains: ['desk.example'] };
      await api().call('PUT', '/v1/identity_providers/main', { as, body });
      await api().call('PATCH', '/v1/settings', { as, body: { password_sign_in: false } });
      upstream.account = { sub: 'agent', email, email_verified: true };
      assert.equal(await tryToSignIn(), id);
      await upstream.close();
      const { browser, page } = await openSignIn();
      assert.equal((await browser.submit(page, { email, password: testPassword })).status, 303);
    });
  },
  { allowsPasswords: true },
);
