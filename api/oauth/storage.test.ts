import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createBrowser } from './testing/browser.ts';
import { authorizationUrl, authorize, exchange, refresh, signIn } from './testing/code-flow.ts';
import { forEachDesk } from './testing/for-each-desk.ts';

const hour = 3_600_000;

forEachDesk(desk => {
  describe('what is stored', () => {
    it('holds no code, token, cookie or secret, and neither does the log', async () => {
      const { server, database, person, bff, program } = desk();
      const browser = createBrowser();
      const secrets: string[] = [bff.clientSecret, program.clientSecret ?? '', person.password];
      for (const client of [bff, program]) {
        const flow = { server, person, client, browser, parameters: { state: 'a-secret-state' } };
        const { back, verifier } = await authorize(flow);
        const first = (await exchange(flow, { back, verifier })).body;
        const second = (await refresh(flow, first.refresh_token)).body;
        const code = back.searchParams.get('code') ?? '';
        secrets.push(
          code,
          verifier,
          first.access_token,
          first.refresh_token,
          second.access_token,
          second.refresh_token,
        );
        await refresh(flow, `${second.refresh_token}x`);
      }
      await browser.follow(
        authorizationUrl({ server, client: bff, parameters: { prompt: 'login' } }, 'x'),
        bff.redirectUri,
      );
      secrets.push(...browser.cookies.filter(({ name }) => name === 'stardesk_sign_in').map(({ value }) => value));
      assert.equal(new Set(secrets).size, 16);

      const stored = JSON.stringify([
        await database.read.selectFrom('oauth_records').selectAll().execute(),
        await database.read.selectFrom('oauth_clients').selectAll().execute(),
        await database.read.selectFrom('people').selectAll().execute(),
      ]);
      const logged = server.logged.join('');
      assert.ok(logged.includes('signed in'));
      for (const secret of secrets) {
        assert.ok(!stored.includes(secret), 'stored');
        assert.ok(!logged.includes(secret), 'logged');
      }
      assert.ok(!logged.includes('a-secret-state'));
    });
  });

  describe('two processes on one store', () => {
    it('publish the same keys, and know each other’s tokens', async () => {
      const { server, person, program, startAnother } = desk();
      const another = await startAnother();
      const { access_token } = await signIn({ server, person, client: program });
      assert.partialDeepStrictEqual(await another.oauth.findPrincipal(access_token), { person: { id: person.id } });
      const keys = [server, another].map(async ({ url }) => (await fetch(`${url}/oauth/jwks`)).text());
      const [own, others] = await Promise.all(keys);
      assert.equal(own, others);
      await another.close();
    });

    it('of one refresh token used through both at once, only one use wins', async () => {
      const { server, person, program, startAnother } = desk();
      const another = await startAnother();
      const { refresh_token } = await signIn({ server, person, client: program });
      const uses = Array.from({ length: 10 }, (_, n) =>
        refresh({ server: n % 2 === 0 ? server : another, client: program }, refresh_token),
      );
      const statuses = (await Promise.all(uses)).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [200, ...Array(9).fill(400)]);
      await another.close();
    });
  });

  describe('sweep', () => {
    it('forgets what is over and keeps what lives', async () => {
      const { server, database, person, program, clock } = desk();
      const flow = { server, person, client: program };
      const tokens = await signIn(flow);
      const count = async (model: string) => {
        const query = database.read.selectFrom('oauth_records').select(sql<number>`count(*)`.as('n'));
        return Number((await query.where('model', '=', model).executeTakeFirstOrThrow()).n);
      };
      clock.pass(12 * hour);
      assert.ok((await server.oauth.sweep()) > 0);
      assert.deepEqual(await Promise.all(['AccessToken', 'Session', 'Interaction'].map(count)), [0, 0, 0]);
      assert.equal((await refresh(flow, tokens.refresh_token)).status, 200);

      clock.pass(32 * 24 * hour);
      await server.oauth.sweep();
      await server.oauth.sweep();
      const left = await database.read.selectFrom('oauth_records').select(['model', 'consumed_at']).execute();
      assert.deepEqual(left, []);
    });
  });
});
