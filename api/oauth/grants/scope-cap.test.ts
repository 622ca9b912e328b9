import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Scope, scopes } from '#contract/enums';
import { commandActor } from '../../database/audit-log.ts';
import { updateClient } from '../clients/clients.ts';
import type { Registration } from '../clients/registration.ts';
import {
  authorize,
  exchangeCode,
  obtainTokens,
  openConsentPage,
  postAsClient,
  refreshTokens,
  submitConsent,
} from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const initialScopes: Scope[] = ['tickets:read', 'people:read'];
const remainingScopes: Scope[] = ['people:read'];
const unrelatedScopes: Scope[] = ['gists:read'];

forEachDesk(desk => {
  describe('a scope that is removed from a client', () => {
    const register = async (registration: Partial<Registration> = {}) => {
      const { server, person, database } = desk();
      const client = await addClient(database, { scopes: initialScopes, ...registration });
      const setScopes = (remaining: Scope[]) =>
        updateClient(database, client.clientId, { scopes: remaining }, commandActor(Date.now()));
      return { server, person, client, setScopes, parameters: { scope: initialScopes.join(' ') } };
    };
    const getScopes = async (token: string) => {
      const found = await desk().server.oauth.findPrincipal(token);
      return typeof found === 'string' ? found : [...found.scopes];
    };

    it('disappears from access tokens on every server and returns when added again', async () => {
      const { setScopes, ...flow } = await register();
      const secondServer = await desk().startSecondServer();
      const { access_token } = await obtainTokens(flow);
      assert.deepEqual(await getScopes(access_token), initialScopes);
      await setScopes(remainingScopes);
      assert.deepEqual(await getScopes(access_token), remainingScopes);
      assert.partialDeepStrictEqual(await secondServer.oauth.findPrincipal(access_token), {
        scopes: new Set(remainingScopes),
      });
      await setScopes([...scopes]);
      assert.deepEqual(await getScopes(access_token), initialScopes, 'without scopes that were never granted');
      await secondServer.close();
    });

    it('disappears from refreshed tokens; 400 invalid_scope for a refresh with only this scope', async () => {
      const { setScopes, ...flow } = await register();
      const { refresh_token } = await obtainTokens(flow);
      await setScopes(remainingScopes);
      const rejected = await refreshTokens(flow, refresh_token, { scope: 'tickets:read' });
      assert.deepEqual([rejected.status, rejected.body.error], [400, 'invalid_scope']);
      const first = await refreshTokens(flow, refresh_token, { scope: initialScopes.join(' ') });
      const fewer = await refreshTokens(flow, first.body.refresh_token);
      for (const { status, body } of [first, fewer])
        assert.deepEqual([status, body.scope], [200, remainingScopes.join(' ')]);
      await setScopes(initialScopes);
      assert.deepEqual(await getScopes(fewer.body.access_token), remainingScopes);
      const again = await refreshTokens(flow, fewer.body.refresh_token);
      assert.deepEqual([again.status, again.body.scope], [200, initialScopes.join(' ')]);
    });

    it('400 invalid_grant for a refresh without any scope left; the refresh token stays valid', async () => {
      const { setScopes, ...flow } = await register();
      const { access_token, refresh_token } = await obtainTokens(flow);
      await setScopes(unrelatedScopes);
      const response = await refreshTokens(flow, refresh_token);
      assert.deepEqual([response.status, response.body.error], [400, 'invalid_grant']);
      assert.deepEqual(await getScopes(access_token), []);
      await setScopes(initialScopes);
      assert.equal((await refreshTokens(flow, refresh_token)).status, 200);
    });

    it('disappears from tokens that are issued for an earlier code', async () => {
      const { setScopes, ...flow } = await register();
      const [first, second] = [await authorize(flow), await authorize(flow)];
      await setScopes(remainingScopes);
      const { status, body } = await exchangeCode(flow, first);
      assert.deepEqual(
        [status, body.scope, await getScopes(body.access_token)],
        [200, remainingScopes.join(' '), remainingScopes],
      );
      await setScopes(unrelatedScopes);
      assert.equal((await exchangeCode(flow, second)).body.error, 'invalid_grant');
    });

    for (const kind of ['confidential', 'implicit'] as const) {
      it(`disappears from an open consent page and is not granted to a ${kind} client`, async () => {
        const withoutChallenge = { code_challenge: undefined, code_challenge_method: undefined };
        const { setScopes, ...flow } = await register({ kind });
        const implicit = { ...flow.parameters, ...withoutChallenge, response_type: 'token' };
        const parameters = kind === 'implicit' ? implicit : flow.parameters;
        const { browser, page: before, verifier } = await openConsentPage({ ...flow, parameters });
        assert.match(before.text, /See tickets/);
        await setScopes(remainingScopes);
        const page = await browser.open(before.url);
        assert.doesNotMatch(page.text, /See tickets/);
        assert.match(page.text, /See who works on this desk/);
        const back = new URL((await submitConsent(browser, page, flow.client)).location ?? '');
        const granted =
          kind === 'implicit'
            ? new URLSearchParams(back.hash.slice(1)).get('scope')
            : (await exchangeCode(flow, { back, verifier })).body.scope;
        assert.equal(granted, remainingScopes.join(' '));
      });
    }

    it('303 redirects with invalid_scope if no scope is left during consent', async () => {
      const { setScopes, ...flow } = await register();
      const { browser, page } = await openConsentPage(flow);
      await setScopes(unrelatedScopes);
      const { status, location } = await submitConsent(browser, page, flow.client);
      assert.deepEqual([status, new URL(location ?? '').searchParams.get('error')], [303, 'invalid_scope']);
    });

    it('disappears from introspection responses', async () => {
      const { setScopes, ...flow } = await register();
      const { access_token, refresh_token } = await obtainTokens(flow);
      const introspect = async (token: string) =>
        (await postAsClient(flow.server, flow.client, { token }, '/oauth/introspect')).body;
      await setScopes(remainingScopes);
      for (const token of [access_token, refresh_token])
        assert.equal((await introspect(token)).scope, remainingScopes.join(' '));
      await setScopes(unrelatedScopes);
      assert.deepEqual(await introspect(access_token), { active: false });
    });
  });
});
