import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine } from '../../testing/engines.ts';
import { createBrowser } from '../testing/browser.ts';
import { authorize, exchange, isSignIn, openForm, refresh } from '../testing/code-flow.ts';
import { expectWholeFlow, statusWith } from '../testing/expect-whole-flow.ts';
import { alternating, type Fleet, restarted } from '../testing/fleets.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/server.ts';

const clusters = {
  'an api that restarts before each request': restarted,
  'two processes that handle requests alternately': alternating,
};

forEachEngine((database, _openAgain, environment) => {
  for (const [name, start] of Object.entries(clusters)) {
    describe(name, () => {
      let server: Fleet;
      let person: TestPerson;
      let bff: Awaited<ReturnType<typeof addBffClient>>;
      let program: Awaited<ReturnType<typeof addClient>>;
      const browser = createBrowser();
      before(async () => {
        person = await addPerson(database(), `mara${Math.random()}@desk.example`);
        bff = await addBffClient(database());
        program = await addClient(database());
        const { clientId: OAUTH_CLIENT_ID, clientSecret: OAUTH_CLIENT_SECRET } = bff;
        server = await start({ ...environment(), OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET });
      });
      after(() => server.close());

      it('200 for sign-in, consent, exchange, refreshes, use and revocation', () =>
        expectWholeFlow({ server, person, client: program, browser }));

      it('200 with a token of the implicit grant in a signed-in browser', async () => {
        const client = await addClient(database(), { kind: 'implicit' });
        const parameters = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };
        const { back } = await authorize({ server, person, client, browser, parameters });
        assert.equal(await statusWith(server, new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''), 200);
      });

      it('200 with the same new tokens for a repeated refresh; code reuse revokes the grant', async () => {
        const flow = { server, person, client: bff, browser };
        const authorized = await authorize(flow);
        const { refresh_token } = (await exchange(flow, authorized)).body;
        const lost = await refresh(flow, refresh_token);
        const again = await refresh(flow, refresh_token);
        assert.deepEqual([again.status, again.body.access_token], [200, lost.body.access_token]);
        const next = await refresh(flow, again.body.refresh_token);
        assert.equal(await statusWith(server, next.body.access_token), 200);
        assert.equal((await exchange(flow, authorized)).body.error, 'invalid_grant');
        assert.equal(await statusWith(server, next.body.access_token), 401);
      });

      it('429 after sign-out and five failed sign-ins', async () => {
        const post_logout_redirect_uri = 'http://localhost:3000/';
        const query = new URLSearchParams({ client_id: bff.clientId, post_logout_redirect_uri });
        const left = await browser.open(`${server.url}/oauth/logout?${query}`);
        assert.equal(left.location, post_logout_redirect_uri);
        const { page } = await openForm({ server, bff }, {}, browser);
        assert.ok(isSignIn(page));
        const statuses: number[] = [];
        for (const password of ['a', 'b', 'c', 'd', 'e', person.password]) {
          statuses.push((await browser.submit(page, { email: person.email, password })).status);
        }
        assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
      });
    });
  }
});
