import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi } from '../../testing/api.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { isSignInPage, obtainTokens, openSignInForm, refreshTokens } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

type Client = Parameters<typeof obtainTokens>[0]['client'];

const next = 'twelve grey herons';

forEachApi(api => {
  describe('changing one’s own password', () => {
    let bff: Awaited<ReturnType<typeof addBffClient>>;
    let program: Awaited<ReturnType<typeof addClient>>;
    before(async () => {
      bff = await addBffClient(api().database);
      program = await addClient(api().database);
    });
    const change = (token: string, current_password: string, password = next) =>
      api().call<{ description?: string }>('PATCH', '/v1/people/me', {
        body: { current_password, password },
        headers: { Authorization: `Bearer ${token}` },
      });
    const statusWith = async (token: string) =>
      (await api().call('GET', '/v1/people/me', { headers: { Authorization: `Bearer ${token}` } })).status;
    const through = (person: TestPerson, client: Client = bff, browser = createFormBrowser()) => ({
      server: api(),
      person,
      client,
      browser,
      parameters: { scope: client === bff ? 'people:write' : 'people:read' },
    });
    /** Returns the status of a sign-in with the password. */
    const signInStatus = async ({ email }: TestPerson, password: string) => {
      const { browser, page } = await openSignInForm({ server: api(), bff });
      return (await browser.submit(page, { email, password })).status;
    };

    it('ends every other sign-in and keeps the current one', async () => {
      const person = await addPerson(api().database, 'mara@desk.example');
      const flow = through(person);
      const current = await obtainTokens(flow);
      const otherFlows = [through(person), through(person, program)];
      const others = [await obtainTokens(otherFlows[0] ?? flow), await obtainTokens(otherFlows[1] ?? flow)];
      const script = await api().createTokenFor(person.email, ['people:read']);

      assert.equal((await change(current.access_token, person.password)).status, 200);
      assert.equal(await statusWith(current.access_token), 200);
      const refreshed = await refreshTokens(flow, current.refresh_token);
      assert.equal(refreshed.status, 200);
      assert.equal(await statusWith(refreshed.body.access_token), 200);
      for (const [n, { access_token, refresh_token }] of others.entries()) {
        assert.equal(await statusWith(access_token), 401);
        assert.equal((await refreshTokens(otherFlows[n] ?? flow, refresh_token)).body.error, 'invalid_grant');
      }
      assert.equal(await statusWith(script), 401);
      for (const { browser } of [flow, ...otherFlows]) {
        const { page } = await openSignInForm({ server: api(), bff }, {}, browser);
        assert.ok(isSignInPage(page), 'shows the sign-in form');
      }
      assert.equal(await signInStatus(person, person.password), 422);
      assert.equal(await signInStatus(person, next), 303);
    });

    it('by an administrator ends all access', async () => {
      const person = await addPerson(api().database, 'jonas@desk.example');
      const flow = through(person);
      const tokens = await obtainTokens(flow);
      const set = await api().call('PATCH', `/v1/people/${person.id}`, { as: 'admin', body: { password: next } });
      assert.equal(set.status, 200);
      assert.equal(await statusWith(tokens.access_token), 401);
      assert.equal((await refreshTokens(flow, tokens.refresh_token)).body.error, 'invalid_grant');
      assert.equal(await signInStatus(person, next), 303);
    });

    it('429 after five failures, even for the right password, but not on the sign-in page or for others', async () => {
      const person = await addPerson(api().database, 'ida@desk.example');
      const { access_token } = await obtainTokens(through(person));
      for (let n = 0; n < 5; n++) {
        const { status, body } = await change(access_token, `wrong number ${n}`);
        assert.deepEqual([status, body.errors?.[0]?.code], [422, 1005]);
      }
      const response = await change(access_token, person.password);
      assert.deepEqual([response.status, response.body.code], [429, 42901]);
      assert.match(response.body.description ?? '', /Try again in 15 minutes/);
      const wait = Number(response.headers.get('retry-after'));
      assert.ok(wait > 800 && wait <= 900, `${wait} s`);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(await statusWith(access_token), 200, 'other requests succeed');
      assert.equal(await signInStatus(person, person.password), 303, 'the token cannot lock out its owner');
      assert.equal(
        (await change(access_token, person.password)).status,
        429,
        'a sign-in does not reset these failures',
      );
      const other = await addPerson(api().database, 'other@desk.example');
      const { access_token: token } = await obtainTokens(through(other));
      assert.equal((await change(token, other.password)).status, 200);
    });

    it('422 after a success has reset the failures', async () => {
      const person = await addPerson(api().database, 'rosa@desk.example');
      const { access_token } = await obtainTokens(through(person));
      for (let n = 0; n < 4; n++) assert.equal((await change(access_token, `wrong number ${n}`)).status, 422);
      assert.equal((await change(access_token, person.password)).status, 200);
      for (let n = 0; n < 4; n++) assert.equal((await change(access_token, `wrong number ${n}`)).status, 422);
    });

    it('200 for one of two concurrent changes, which wins', async () => {
      const person = await addPerson(api().database, 'twins@desk.example');
      const tokens = [await obtainTokens(through(person)), await obtainTokens(through(person))];
      const responses = await Promise.all(
        tokens.map(({ access_token }, n) => change(access_token, person.password, `${next} ${n}`)),
      );
      const winner = responses.findIndex(({ status }) => status === 200);
      assert.ok(winner >= 0);
      // The second change was signed out, or its current password was wrong.
      assert.ok([401, 422].includes(responses[1 - winner]?.status ?? 0));
      assert.equal(await signInStatus(person, `${next} ${winner}`), 303);
      assert.equal(await signInStatus(person, `${next} ${1 - winner}`), 422);
    });

    it('stores only a hash, and no password appears in logs or responses', async () => {
      const person = await addPerson(api().database, 'quiet@desk.example');
      const { access_token } = await obtainTokens(through(person));
      const secrets = [person.password, 'a wrong password', 'a very new password', access_token];
      const responses = [
        await change(access_token, 'a wrong password', 'a very new password'),
        await change(access_token, person.password, 'a very new password'),
        await change(access_token, person.password, 'short'),
      ];
      const row = await api()
        .database.read.selectFrom('people')
        .select('password_hash')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      assert.match(row.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const logged = api().logged.join('');
      assert.ok(logged.includes('signed in'));
      for (const secret of secrets) {
        assert.ok(!logged.includes(secret), 'logged');
        for (const { text } of responses) assert.ok(!text.includes(secret), 'in a response');
      }
    });
  });
});
