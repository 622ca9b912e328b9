import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invitation, Person } from '#contract';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { testPassword } from './oauth/testing/cheap-hash.ts';
import { createUpstreamDesk } from './oauth/testing/upstream-desk.ts';
import { forEachApi } from './testing/api.ts';

const as = 'admin';
const noAccount = 'There is no account for you here';

forEachApi(
  api => {
    const desk = createUpstreamDesk(api);
    const { openSignIn, continueWith, signIn, findPerson, tryToSignIn } = desk;
    const { send, setProvider, addPerson, addWithPassword, listIdentities, use } = desk;
    const invite = async ({ url }: Person) =>
      (await send<Invitation>('PUT', `${url}/invitation`, { deliver: 'link' })).link ?? '';
    const countPeople = async () => (await send<Person[]>('GET', '/v1/people?per_page=100')).length;

    describe('a sign-in at an identity provider', () => {
      it('rule 1 of OPERATIONS.md: signs in the person of the account, even when the address of the account has changed', async () => {
        const person = await addPerson();
        const stranger = await addPerson();
        use({ email: person.email });
        const { sub } = desk.upstream.account;
        assert.equal(await tryToSignIn(), person.id);
        use({ sub, email: stranger.email });
        assert.equal(await tryToSignIn(), person.id);
        use({ sub, email: undefined, email_verified: undefined });
        assert.equal(await tryToSignIn(), person.id);
        const [identity, ...more] = await listIdentities(person);
        assert.deepEqual(more, []);
        assert.partialDeepStrictEqual(identity, { issuer: desk.upstream.issuer, subject: sub, email: person.email });
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
        await setProvider({}, desk.other, 'other');
        // A subject identifies an account only at its issuer.
        use({ sub: desk.upstream.account.sub, email: (await addPerson()).email }, desk.other);
        assert.notEqual(await tryToSignIn(), person.id);
        use({ email: person.email }, desk.other);
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
        const email = 'nora.lindqvist@desk.example';
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
          { email: 'new@another.example' },
          { email: 'new@desk.example.evil.example' },
          { email: 'new@desk.example', email_verified: false },
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

      it('reads the address from the user info endpoint if the ID token lacks it', async () => {
        await setProvider({ enabled: false });
        await setProvider({}, desk.other, 'other');
        const person = await addPerson();
        use({ email: person.email, email_verified: false }, desk.other);
        assert.equal(await tryToSignIn(), noAccount);
        use({ email: person.email }, desk.other);
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
        assert.match((await browser.open(location ?? '')).text, /This sign-in is not valid/);
        assert.ok(!(await openSignIn()).page.text.includes('Continue with'));
      });

      it('DELETE of an identity signs the person out; GET of it then returns 410, and the next sign-in links the account again', async () => {
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
  },
  { deskUrl: 'http://localhost:3000' },
);
