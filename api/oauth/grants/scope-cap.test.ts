import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Scope, scopes } from '#contract/vocabulary';
import { changeClient } from '../clients/clients.ts';
import type { Registration } from '../clients/registration.ts';
import { createBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, createVerifier, exchange, post, refresh, signIn } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/server.ts';

const both: Scope[] = ['tickets:read', 'people:read'];
const left: Scope[] = ['people:read'];

forEachDesk(desk => {
  describe('a scope that is taken away from a client', () => {
    const register = async (registration: Partial<Registration> = {}) => {
      const { server, person, database } = desk();
      const client = await addClient(database, { scopes: both, ...registration });
      const take = (kept: Scope[]) => changeClient(database, client.clientId, { scopes: kept });
      return { server, person, client, take, parameters: { scope: both.join(' ') } };
    };
    const held = async (token: string) => {
      const found = await desk().server.oauth.findPrincipal(token);
      return typeof found === 'string' ? found : [...found.scopes];
    };

    it('is in no access token any more, through any process, and is again when it is given back', async () => {
      const { take, ...flow } = await register();
      const another = await desk().startAnother();
      const { access_token } = await signIn(flow);
      assert.deepEqual(await held(access_token), both);
      await take(left);
      assert.deepEqual(await held(access_token), left);
      assert.partialDeepStrictEqual(await another.oauth.findPrincipal(access_token), { scopes: new Set(left) });
      await take([...scopes]);
      assert.deepEqual(await held(access_token), both, 'and nothing that was never granted');
      await another.close();
    });

    it('is in nothing that a refresh yields, which says so', async () => {
      const { take, ...flow } = await register();
      const { refresh_token } = await signIn(flow);
      await take(left);
      const fewer = await refresh(flow, refresh_token);
      assert.deepEqual([fewer.status, fewer.body.scope], [200, left.join(' ')]);
      await take(both);
      assert.deepEqual(await held(fewer.body.access_token), left);
      const again = await refresh(flow, fewer.body.refresh_token);
      assert.deepEqual([again.status, again.body.scope], [200, both.join(' ')]);
    });

    it('400 invalid_scope for a refresh that asks for nothing else, and the token stays good', async () => {
      const { take, ...flow } = await register();
      const { refresh_token } = await signIn(flow);
      await take(left);
      const refused = await refresh(flow, refresh_token, { scope: 'tickets:read' });
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_scope']);
      const fewer = await refresh(flow, refresh_token, { scope: both.join(' ') });
      assert.deepEqual([fewer.status, fewer.body.scope], [200, left.join(' ')]);
    });

    it('400 invalid_grant for a refresh of which nothing is left, and the token stays good', async () => {
      const { take, ...flow } = await register();
      const { access_token, refresh_token } = await signIn(flow);
      await take(['gists:read']);
      const refused = await refresh(flow, refresh_token);
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
      assert.deepEqual(await held(access_token), []);
      await take(both);
      assert.equal((await refresh(flow, refresh_token)).status, 200);
    });

    it('is in nothing that a code yields', async () => {
      const { take, ...flow } = await register();
      const answers = [await authorize(flow), await authorize(flow)] as const;
      await take(left);
      const { status, body } = await exchange(flow, answers[0]);
      assert.deepEqual([status, body.scope, await held(body.access_token)], [200, left.join(' '), left]);
      await take(['gists:read']);
      assert.equal((await exchange(flow, answers[1])).body.error, 'invalid_grant');
    });

    it('is not asked for any more when a person is at the question, and not granted by the answer', async () => {
      for (const kind of ['confidential', 'implicit'] as const) {
        const { take, ...flow } = await register({ kind });
        const { server, person, client } = flow;
        const browser = createBrowser();
        const { verifier, challenge } = createVerifier();
        const token = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };
        const parameters = { ...flow.parameters, ...(kind === 'implicit' && token) };
        const url = authorizationUrl({ server, client, parameters }, challenge);
        const form = await browser.follow(url, client.redirectUri);
        const sent = await browser.submit(form, { email: person.email, password: person.password });
        const before = await browser.follow(sent.location ?? '', client.redirectUri);
        assert.match(before.text, /See tickets/);
        await take(left);
        const page = await browser.open(before.url);
        assert.doesNotMatch(page.text, /See tickets/);
        assert.match(page.text, /See who works on this desk/);
        const allowed = await browser.submit(page, { decision: 'allow' });
        const { location } = await browser.follow(allowed.location ?? '', client.redirectUri);
        const back = new URL(location ?? '');
        const granted =
          kind === 'implicit'
            ? new URLSearchParams(back.hash.slice(1)).get('scope')
            : (await exchange(flow, { back, verifier })).body.scope;
        assert.equal(granted, left.join(' '));
      }
    });

    it('303 back with invalid_scope for a person at the question when nothing is left to ask for', async () => {
      const { take, ...flow } = await register();
      const { client, person } = flow;
      const browser = createBrowser();
      const url = authorizationUrl(flow, createVerifier().challenge);
      const form = await browser.follow(url, client.redirectUri);
      const sent = await browser.submit(form, { email: person.email, password: person.password });
      const page = await browser.follow(sent.location ?? '', client.redirectUri);
      await take(['gists:read']);
      const allowed = await browser.submit(page, { decision: 'allow' });
      const { location } = await browser.follow(allowed.location ?? '', client.redirectUri);
      assert.equal(new URL(location ?? '').searchParams.get('error'), 'invalid_scope');
    });

    it('is in nothing that introspection tells', async () => {
      const { take, ...flow } = await register();
      const { access_token, refresh_token } = await signIn(flow);
      await take(left);
      for (const token of [access_token, refresh_token]) {
        const { body } = await post(flow.server, flow.client, { token }, '/oauth/introspect');
        assert.equal(body.scope, left.join(' '));
      }
      await take(['gists:read']);
      const { body } = await post(flow.server, flow.client, { token: access_token }, '/oauth/introspect');
      assert.deepEqual(body, { active: false });
    });
  });
});
