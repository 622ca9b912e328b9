import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createFormBrowser } from '../testing/browser.ts';
import { obtainTokens, openSignInForm, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';

const hour = 3_600_000;

forEachDesk(desk => {
  describe('the stored tables', () => {
    it('hold no code, token, cookie, verifier, password or secret that crossed the wire', async () => {
      const { server, database, person, bff, program } = desk();
      const browser = createFormBrowser();
      const state = 'a state that comes back';
      for (const client of [bff, program]) {
        const flow = { server, person, client, browser, parameters: { state, prompt: 'login' } };
        const { refresh_token } = await obtainTokens(flow);
        const { body } = await refreshTokens(flow, refresh_token);
        await refreshTokens(flow, refresh_token);
        await obtainTokens(flow);
        await refreshTokens(flow, `${body.refresh_token}x`);
      }
      // Open interactions hold the state, which has to be sent back, but no secret.
      await openSignInForm(desk(), { state });
      const secrets = [...server.secrets.values()].filter(secret => secret !== state);
      assert.ok(secrets.length > 40, `${secrets.length} secrets`);
      for (const secret of [bff.clientSecret, program.clientSecret, person.password]) {
        assert.ok(secrets.includes(secret ?? ''));
      }

      for (const table of ['oauth_records', 'oauth_clients', 'people', 'sign_in_failures'] as const) {
        const stored = JSON.stringify(await database.read.selectFrom(table).selectAll().execute());
        for (const secret of secrets) assert.ok(!stored.includes(secret), `${table} holds ${secret}`);
      }
    });
  });

  describe('sweep', () => {
    it('deletes expired records and keeps valid ones', async () => {
      const { server, database, person, program, clock } = desk();
      const flow = { server, person, client: program };
      const tokens = await obtainTokens(flow);
      const count = async (model: string) => {
        const query = database.read.selectFrom('oauth_records').select(sql<number>`count(*)`.as('n'));
        return Number((await query.where('model', '=', model).executeTakeFirstOrThrow()).n);
      };
      clock.advance(12 * hour);
      assert.ok((await server.oauth.sweep()) > 0);
      assert.deepEqual(await Promise.all(['AccessToken', 'Session', 'Interaction'].map(count)), [0, 0, 0]);
      assert.equal((await refreshTokens(flow, tokens.refresh_token)).status, 200);

      clock.advance(32 * 24 * hour);
      await server.oauth.sweep();
      await server.oauth.sweep();
      const left = await database.read.selectFrom('oauth_records').select(['model', 'consumed_at']).execute();
      assert.deepEqual(left, []);
    });
  });
});
