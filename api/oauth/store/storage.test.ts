import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { obtainTokens, openSignInForm, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';

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

      for (const table of ['oauth_records', 'clients', 'people', 'sign_in_failures'] as const) {
        const stored = JSON.stringify(await database.read.selectFrom(table).selectAll().execute());
        for (const secret of secrets) assert.ok(!stored.includes(secret), `${table} holds ${secret}`);
      }
    });
  });
});
