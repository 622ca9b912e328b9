import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { AllSecondFactors, Invitation, Person, SecondFactors } from '#contract';
import { openDatabase } from './database/open-database.ts';
import { createMailDesk } from './deliveries/testing/mail-desk.ts';
import { startMailServer } from './deliveries/testing/mail-server.ts';
import { createSecondFactors } from './oauth/factors/second-factors.ts';
import { openSecondStep, readField, setUpApp, showCode } from './oauth/testing/authenticator-app.ts';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { testPassword } from './oauth/testing/cheap-hash.ts';
import { openSignInForm, submitSignIn } from './oauth/testing/code-flow.ts';
import { pressButton } from './oauth/testing/connected-apps-page.ts';
import { addBffClient, addPerson } from './oauth/testing/oauth-server.ts';
import { addPasskey, fetchOptions } from './oauth/testing/passkey-steps.ts';
import { createSecrets } from './secrets/secrets.ts';
import { forEachApi } from './testing/api.ts';
import { runDeskInProcess } from './testing/run-desk.ts';
import { testSecretKeys, testSecretKeyText } from './testing/secret-keys.ts';

let count = 0;

forEachApi(api => {
  const addPersonWithApp = async () => {
    const person = await addPerson(api().database, `factors-${++count}@desk.example`);
    return { person, app: await setUpApp(api(), person.id) };
  };
  const withServer = () => ({ server: api(), ...api() });
  const toUrl = ({ id }: { id: string }) => `/v1/people/${id}/second_factors`;
  const read = async (person: { id: string }, as: 'admin' | 'agent' = 'admin') =>
    api().call<SecondFactors & { code: number }>('GET', toUrl(person), { as });
  const run = (args: string[], dataDir = '') => {
    const env = { ...(dataDir === '' ? api().environment : {}), SECRET_KEYS: testSecretKeyText };
    return runDeskInProcess(dataDir, args, { env });
  };

  describe('the second factors of a person', () => {
    it('200 shows kinds, names and the count of unused recovery codes to administrators and to the person', async () => {
      const { person } = await addPersonWithApp();
      await addPasskey(withServer(), person.id);
      const { status, body } = await read(person);
      assert.equal(status, 200);
      assert.partialDeepStrictEqual(body.second_factors, [
        { kind: 'totp', name: null, unused_recovery_codes: 10 },
        { kind: 'passkey', name: 'Laptop', disabled_at: null, unused_recovery_codes: 10 },
      ]);
      const own = await read(api().people.agent, 'agent');
      assert.deepEqual([own.status, own.body.second_factors], [200, []]);
    });

    it('200 lists the second factors of all people for administrators', async () => {
      const { person } = await addPersonWithApp();
      const { body } = await api().call<AllSecondFactors>('GET', '/v1/second_factors', { as: 'admin' });
      const ofPerson = (id: string) => body.second_factors.filter(({ person_id }) => person_id === id);
      assert.deepEqual(ofPerson(person.id), [{ person_id: person.id, kind: 'totp' }]);
      assert.deepEqual(ofPerson(api().people.agent.id), []);
    });

    it('403 for the second factors of other people, 404 for an unknown person', async () => {
      const others = await read(api().people.viewer, 'agent');
      assert.deepEqual([others.status, others.body.code], [403, 40300]);
      const unknown = await read({ id: 'nobody' }, 'agent');
      assert.deepEqual([unknown.status, unknown.body.code], [404, 40405]);
    });

    for (const reset of ['DELETE', 'desk people reset-factors']) {
      it(`${reset} removes the second factors and revokes all access; a second ${reset} revokes nothing`, async () => {
        const { person } = await addPersonWithApp();
        await addPasskey(withServer(), person.id);
        const token = await api().createTokenFor(person.email, ['people:read']);
        const remove = async () =>
          reset === 'DELETE'
            ? (await api().call('DELETE', toUrl(person), { as: 'admin' })).status
            : (await run(['people', 'reset-factors', person.email])).status;
        const headers = { Authorization: `Bearer ${token}` };
        assert.ok([204, 0].includes((await remove()) ?? -1));
        assert.equal((await fetch(`${api().url}/v1/people/me`, { headers })).status, 401);
        assert.deepEqual((await read(person)).body.second_factors, []);
        const another = await api().createTokenFor(person.email, ['people:read']);
        assert.ok([404, 1].includes((await remove()) ?? -1), 'nothing is left to remove');
        const me = await fetch(`${api().url}/v1/people/me`, { headers: { Authorization: `Bearer ${another}` } });
        assert.equal(me.status, 200, 'and nothing is revoked');
      });
    }

    it('notify their owner by mail of every change', async t => {
      const server = await startMailServer();
      t.after(server.close);
      const mailbox = await createMailDesk(api).addMailbox(server);
      t.after(() => api().call('PATCH', mailbox.url, { as: 'admin', body: { transport: 'capture' } }));
      const person = await addPerson(api().database, `notified-${++count}@desk.example`);
      const browser = createFormBrowser();
      const form = await browser.follow(`${api().url}/oauth/security`, 'nowhere:');
      const page = await submitSignIn(browser, form, person, { redirectUri: 'nowhere:' });
      const seed = readField(page, 'seed');
      await pressButton(browser, page, { action: 'enrol', seed, code: showCode(seed, api().clock) });
      await pressButton(browser, page, { action: 'remove' });
      await setUpApp(api(), person.id);
      await api().call('DELETE', toUrl(person), { as: 'admin' });
      await setUpApp(api(), person.id);
      await run(['people', 'reset-factors', person.email]);
      await api().runJobs();
      const subjects = server.arrived.map(({ to, raw }) => [to, /A second factor for Stardesk was \w+/.exec(raw)?.[0]]);
      const [added, removed] = ['set', 'removed'].map(verb => [
        [person.email],
        `A second factor for Stardesk was ${verb}`,
      ]);
      assert.deepEqual(subjects, [added, removed, removed, removed]);
      assert.match(server.arrived[1]?.raw ?? '', /If this was not you, contact an administrator/);
    });

    it('are required after an invitation is accepted', async () => {
      const bff = await addBffClient(api().database);
      const { person, app } = await addPersonWithApp();
      const options = { as: 'admin', body: { deliver: 'link' } } as const;
      const { body } = await api().call<Invitation>('PUT', `/v1/people/${person.id}/invitation`, options);
      const chosen = { name: 'Nora', password: testPassword, password_again: testPassword };
      const accepted = await fetch(body.link ?? '', {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(chosen) },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      assert.equal(accepted.status, 200, 'a page that leads to the sign-in');
      assert.equal((await api().call<Person>('GET', `/v1/people/${person.id}`)).body.name, 'Nora');
      const { browser, page } = await openSecondStep({ server: api(), bff }, person);
      assert.match(page.text, /<h1>Enter your code</);
      assert.equal((await browser.submit(page, { code: app.showCode() })).status, 303);
    });

    it('a decreasing counter disables the passkey, and its owner is notified', async t => {
      const server = await startMailServer();
      t.after(server.close);
      await createMailDesk(api).addMailbox(server);
      const bff = await addBffClient(api().database);
      const person = await addPerson(api().database, `factors-${++count}@desk.example`);
      const { authenticator } = await addPasskey(withServer(), person.id);
      for (const counter of [2, 1, 3]) {
        const { browser, page } = await openSignInForm({ server: api(), bff });
        const passkey = authenticator.sign(await fetchOptions(browser, page), { counter });
        assert.equal((await browser.submit(page, { passkey })).status, counter === 2 ? 303 : 422);
      }
      await api().runJobs();
      assert.deepEqual(
        server.arrived.map(({ to }) => to),
        [[person.email]],
      );
      assert.match(server.arrived[0]?.raw ?? '', /Subject: A passkey for Stardesk was disabled/);
      const { disabled_at } = (await read(person)).body.second_factors[0] ?? {};
      assert.equal(typeof disabled_at, 'string');
    });

    it('work after a restore; the backup has neither seed nor recovery code in clear text', async t => {
      const directory = await mkdtemp(join(tmpdir(), 'stardesk-factors-'));
      t.after(() => rm(directory, { recursive: true }));
      const { person, app } = await addPersonWithApp();
      await addPasskey(withServer(), person.id);
      const [file, dataDir] = [join(directory, 'desk.db'), join(directory, 'restored')];
      assert.equal((await run(['backup', file])).status, 0);
      const bytes = await readFile(file);
      for (const secret of [app.seed, ...app.recoveryCodes, ...app.recoveryCodes.map(code => code.replaceAll('-', ''))])
        assert.ok(!bytes.includes(secret));
      assert.equal((await run(['restore', file], dataDir)).status, 0);
      const database = openDatabase({ dataDir });
      t.after(() => database.close());
      const secrets = createSecrets(testSecretKeys);
      const factors = createSecondFactors({ database, secrets, notify: async () => {} }, api().clock.now);
      const [recoveryCode = ''] = app.recoveryCodes;
      assert.deepEqual(
        (await factors.list(person.id)).map(({ name }) => name),
        [null, 'Laptop'],
      );
      assert.ok(await factors.use(person.id, { code: app.showCode() }, 'a'));
      assert.ok(await factors.use(person.id, { recoveryCode }, 'b'));
      assert.equal(await factors.use(person.id, { recoveryCode }, 'c'), false);
    });
  });
});
