import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi } from '../../testing/api.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { type CodeFlow, isSignedIn, obtainTokens, openSignInForm, refreshTokens } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

const next = 'twelve grey herons';

forEachApi(api => {
  let bff: Awaited<ReturnType<typeof addBffClient>>;
  before(async () => {
    bff = await addBffClient(api().database);
  });
  const change = (token: string, current_password: string, password = next) =>
    api().call<{ description?: string }>('PATCH', '/v1/people/me', {
      body: { current_password, password },
      headers: { Authorization: `Bearer ${token}` },
    });
  const getStatusWithToken = async (token: string) =>
    (await api().call('GET', '/v1/people/me', { headers: { Authorization: `Bearer ${token}` } })).status;
  const signIn = async (person: TestPerson, client: CodeFlow['client'] = bff, scope = 'people:write') => {
    const flow = { server: api(), person, client, browser: createFormBrowser(), parameters: { scope } };
    return { flow, ...(await obtainTokens(flow)) };
  };
  type SignedIn = Awaited<ReturnType<typeof signIn>>;
  const expectRevoked = async ({ flow, access_token, refresh_token }: SignedIn) => {
    assert.equal(await getStatusWithToken(access_token), 401);
    assert.equal((await refreshTokens(flow, refresh_token)).body.error, 'invalid_grant');
    assert.equal(await isSignedIn({ server: api(), bff }, flow.browser), false);
  };
  const signInStatus = async ({ email }: TestPerson, password: string) => {
    const { browser, page } = await openSignInForm({ server: api(), bff });
    return (await browser.submit(page, { email, password })).status;
  };

  describe('a new password', () => {
    it('revokes all tokens and sessions of the person, except the tokens of the current sign-in', async () => {
      const person = await addPerson(api().database, 'mara@desk.example');
      const current = await signIn(person);
      const program = await addClient(api().database);
      const others = [await signIn(person), await signIn(person, program, 'people:read')];
      const script = await api().createTokenFor(person.email, ['people:read']);

      assert.equal((await change(current.access_token, person.password)).status, 200);
      const refreshed = await refreshTokens(current.flow, current.refresh_token);
      assert.equal(refreshed.status, 200);
      for (const { access_token } of [current, refreshed.body])
        assert.equal(await getStatusWithToken(access_token), 200);
      for (const other of others) await expectRevoked(other);
      assert.equal(await getStatusWithToken(script), 401);
      assert.equal(await isSignedIn({ server: api(), bff }, current.flow.browser), false);
      assert.equal(await signInStatus(person, person.password), 422);
      assert.equal(await signInStatus(person, next), 303);
    });

    it('revokes all access if an administrator sets it', async () => {
      const person = await addPerson(api().database, 'jonas@desk.example');
      const tokens = await signIn(person);
      const set = await api().call('PATCH', `/v1/people/${person.id}`, { as: 'admin', body: { password: next } });
      assert.equal(set.status, 200);
      await expectRevoked(tokens);
      const records = api().database.read.selectFrom('oauth_records').select('model');
      assert.deepEqual(await records.where('account_id', '=', person.id).execute(), []);
      assert.equal(await signInStatus(person, next), 303);
    });

    it('429 after five failures since the last success, without limiting the sign-in page or other people', async () => {
      const person = await addPerson(api().database, 'ida@desk.example');
      const { access_token } = await signIn(person);
      for (let n = 0; n < 4; n++) assert.equal((await change(access_token, `incorrect password ${n}`)).status, 422);
      assert.equal((await change(access_token, person.password, person.password)).status, 200);
      for (let n = 0; n < 5; n++) {
        const { status, body, text } = await change(access_token, `incorrect password ${n}`);
        assert.deepEqual([status, body.errors?.[0]?.code], [422, 1005]);
        assert.doesNotMatch(text, /incorrect password/);
      }
      const response = await change(access_token, person.password);
      assert.deepEqual([response.status, response.body.code], [429, 42901]);
      assert.match(response.body.description ?? '', /Try again in 15 minutes/);
      const wait = Number(response.headers.get('retry-after'));
      assert.ok(wait > 800 && wait <= 900, `${wait} s`);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.ok(Number(response.headers.get('x-rate-limit-remaining')) > 0, 'the rate limit is not exhausted');
      assert.equal(await getStatusWithToken(access_token), 200, 'other requests succeed');
      assert.equal(await signInStatus(person, person.password), 303, 'the sign-in page is not limited');
      const again = await change(access_token, person.password);
      assert.equal(again.status, 429, 'a sign-in does not reset these failures');
      const other = await addPerson(api().database, 'other@desk.example');
      assert.equal((await change((await signIn(other)).access_token, other.password)).status, 200);
    });

    it('200 for only one of two concurrent changes', async () => {
      const person = await addPerson(api().database, 'twins@desk.example');
      const tokens = [await signIn(person), await signIn(person)];
      const responses = await Promise.all(
        tokens.map(({ access_token }, n) => change(access_token, person.password, `${next} ${n}`)),
      );
      const winner = responses.findIndex(({ status }) => status === 200);
      assert.ok(winner >= 0);
      // The other change is rejected. Its token is revoked (401), or its current password is outdated (422).
      assert.ok([401, 422].includes(responses[1 - winner]?.status ?? 0));
      assert.equal(await signInStatus(person, `${next} ${winner}`), 303);
      assert.equal(await signInStatus(person, `${next} ${1 - winner}`), 422);
    });
  });
});
