import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';

const minute = 60_000;
const hour = 60 * minute;

forEachDesk(desk => {
  describe('a refresh token', () => {
    it('200 with new tokens at each use; the old access token stays valid until it expires', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program };
      const first = await obtainTokens(flow);
      const { status, body } = await refreshTokens(flow, first.refresh_token);
      assert.equal(status, 200);
      assert.notEqual(body.refresh_token, first.refresh_token);
      assert.notEqual(body.access_token, first.access_token);
      assert.deepEqual([body.token_type, body.scope], ['bearer', first.scope]);
      for (const { access_token } of [first, body]) {
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
      }
    });

    it('200 with the same new tokens within the bff’s grace period, concurrently and on any server; 400 later', async () => {
      const { server, person, bff, clock, startSecondServer } = desk();
      const flow = { server, person, client: bff };
      const { refresh_token } = await obtainTokens(flow);
      const responses = await Promise.all(Array.from({ length: 20 }, () => refreshTokens(flow, refresh_token)));
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
      const secondServer = await startSecondServer();
      clock.advance(50_000);
      const again = await refreshTokens({ ...flow, server: secondServer }, refresh_token);
      await secondServer.close();
      assert.ok(Number(again.body.expires_in) <= 550, 'the remaining lifetime');
      const all = [...responses, again];
      const pairs = new Set(all.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
      assert.equal(pairs.size, 1);
      const next = await refreshTokens(flow, again.body.refresh_token);
      assert.equal(next.status, 200);
      clock.advance(11_000);
      for (const token of [refresh_token, next.body.refresh_token]) {
        const { status, body } = await refreshTokens(flow, token);
        assert.deepEqual([status, body.error], [400, 'invalid_grant']);
      }
    });

    it('400 for a different client’s token, which stays valid', async () => {
      const { server, person, bff, program } = desk();
      const { refresh_token } = await obtainTokens({ server, person, client: program });
      const stolen = await refreshTokens({ server, client: bff }, refresh_token);
      assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
      assert.equal((await refreshTokens({ server, client: program }, refresh_token)).status, 200);
    });

    it('200 with fewer scopes on request, 400 invalid_scope for more', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program };
      const { refresh_token } = await obtainTokens(flow);
      const fewer = await refreshTokens(flow, refresh_token, { scope: 'tickets:read' });
      assert.equal(fewer.body.scope, 'tickets:read');
      const more = await refreshTokens(flow, fewer.body.refresh_token, { scope: 'tickets:write' });
      assert.deepEqual([more.status, more.body.error, more.body.code], [400, 'invalid_scope', 40012]);
    });

    it('expires eight hours after the sign-in if it was issued to the bff, regardless of use', async () => {
      const { server, person, bff, clock, database } = desk();
      const flow = { server, person, client: bff };
      let { refresh_token } = await obtainTokens(flow);
      clock.advance(7.5 * hour);
      ({ refresh_token } = (await refreshTokens(flow, refresh_token)).body);
      const { expires_at } = await database.read
        .selectFrom('oauth_records')
        .select('expires_at')
        .where('model', '=', 'RefreshToken')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      assert.ok(Number(expires_at) - Date.now() <= 0.5 * hour, 'half an hour is left');
    });
  });
});
