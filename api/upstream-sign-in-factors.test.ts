import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Person } from '#contract';
import { setUpApp } from './oauth/testing/authenticator-app.ts';
import { cheapHash, testPassword } from './oauth/testing/cheap-hash.ts';
import { addPasskey, fetchOptions } from './oauth/testing/passkey-steps.ts';
import { createUpstreamDesk } from './oauth/testing/upstream-desk.ts';
import { startUpstreamProvider } from './oauth/testing/upstream-provider.ts';
import { createUpstreamSteps } from './oauth/testing/upstream-steps.ts';
import { forEachApi } from './testing/api.ts';
import { runDeskInProcess } from './testing/run-desk.ts';

const as = 'admin';

forEachApi(api => {
  const desk = createUpstreamDesk(api);
  const { openSignIn, signIn, findPerson, tryToSignIn } = desk;
  const { send, setProvider, addPerson, addWithPassword, use } = desk;
  const changePasswordSignIn = (password_sign_in: boolean) => send('PATCH', '/v1/settings', { password_sign_in });

  describe('a sign-in at an identity provider', () => {
    it('asks for a second factor, unless a trusted provider has asked for one', async () => {
      const person = await addPerson();
      use({ email: person.email });
      const { showCode } = await setUpApp(api(), person.id);
      desk.upstream.changeIdToken = claims => ({ ...claims, amr: ['pwd', 'mfa'] });
      const signedIn = await signIn();
      assert.match(signedIn.page.text, /<h1>Enter your code/);
      const { location } = await signedIn.browser.submit(signedIn.page, { code: showCode() });
      const page = await signedIn.browser.follow(location ?? '', signedIn.client.redirectUri);
      assert.equal((await findPerson({ ...signedIn, page })).id, person.id);
      await setProvider({ trust_mfa: true });
      assert.equal(await tryToSignIn(), person.id);
      desk.upstream.changeIdToken = claims => claims;
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

  it('while password_sign_in is false, a person with an identity cannot sign in with a passkey either', async () => {
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
});

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
