import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine, oneEngine } from '../../testing/engines.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { type ApiCluster, startAlternatingApis, startKilledApi, startRestartedApi } from '../testing/clusters.ts';
import { authorize, exchangeCode, isSignInPage, openSignInForm, refreshTokens } from '../testing/code-flow.ts';
import { expectCompleteFlow, getStatusWithToken } from '../testing/expect-complete-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

const clusters = {
  'an API that restarts before each request': startRestartedApi,
  'two API processes that handle requests alternately': startAlternatingApis,
};

forEachEngine((database, _openAgain, environment) => {
  for (const [name, start] of Object.entries(clusters)) {
    describe(name, () => {
      let server: ApiCluster;
      let person: TestPerson;
      let bff: Awaited<ReturnType<typeof addBffClient>>;
      let program: Awaited<ReturnType<typeof addClient>>;
      const browser = createFormBrowser();
      before(async () => {
        person = await addPerson(database(), `mara${Math.random()}@desk.example`);
        bff = await addBffClient(database());
        program = await addClient(database());
        const { clientId: OAUTH_CLIENT_ID, clientSecret: OAUTH_CLIENT_SECRET } = bff;
        server = await start({ ...environment(), OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET });
      });
      after(() => server.close());

      it('200 for sign-in, consent, exchange, refreshes, use and revocation', () =>
        expectCompleteFlow({ server, person, client: program, browser }));

      it('200 with a token of the implicit grant in a signed-in browser', async () => {
        const client = await addClient(database(), { kind: 'implicit' });
        const parameters = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };
        const { back } = await authorize({ server, person, client, browser, parameters });
        assert.equal(
          await getStatusWithToken(server, new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''),
          200,
        );
      });

      it('200 with the same new tokens for a repeated refresh; code reuse revokes the grant', async () => {
        const flow = { server, person, client: bff, browser };
        const authorized = await authorize(flow);
        const { refresh_token } = (await exchangeCode(flow, authorized)).body;
        const lost = await refreshTokens(flow, refresh_token);
        const again = await refreshTokens(flow, refresh_token);
        assert.deepEqual([again.status, again.body.access_token], [200, lost.body.access_token]);
        const next = await refreshTokens(flow, again.body.refresh_token);
        assert.equal(await getStatusWithToken(server, next.body.access_token), 200);
        assert.equal((await exchangeCode(flow, authorized)).body.error, 'invalid_grant');
        assert.equal(await getStatusWithToken(server, next.body.access_token), 401);
      });

      it('429 after five failed sign-ins that follow a sign-out', async () => {
        const post_logout_redirect_uri = 'http://localhost:3000/';
        const query = new URLSearchParams({ client_id: bff.clientId, post_logout_redirect_uri });
        const loggedOut = await browser.open(`${server.url}/oauth/logout?${query}`);
        assert.equal(loggedOut.location, post_logout_redirect_uri);
        const { page } = await openSignInForm({ server, bff }, {}, browser);
        assert.ok(isSignInPage(page));
        const statuses: number[] = [];
        for (const password of ['a', 'b', 'c', 'd', 'e', person.password]) {
          statuses.push((await browser.submit(page, { email: person.email, password })).status);
        }
        assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
      });
    });
  }
});

forEachEngine(
  (database, _openAgain, environment) => {
    it('200 for the whole flow although the API process is killed after each POST and restarted on the same database file', async t => {
      const server = await startKilledApi(environment());
      t.after(server.close);
      const person = await addPerson(database(), 'mara@desk.example');
      const client = await addClient(database());
      await expectCompleteFlow({ server, person, client, browser: createFormBrowser() });
    });
  },
  { engines: oneEngine },
);
