import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';
import { createSignedInRequests } from '../testing/signed-in-requests.ts';

withDesk(desk => {
  const { buildUrl, getRedirect, open } = createSignedInRequests(desk);

  describe('prompt=none', () => {
    it('303 with a code or an error; 400 as a page only for an unregistered redirect URI', async () => {
      const { program, bff, server } = desk();
      const none = { prompt: 'none' };
      assert.ok((await getRedirect(buildUrl(none))).result.has('code'));
      assert.equal((await getRedirect(buildUrl(none), createFormBrowser())).result.get('error'), 'login_required');
      const url = authorizationUrl({ server, client: program, parameters: none }).href;
      const { target, result } = await getRedirect(url);
      assert.deepEqual([target, result.get('error')], [program.redirectUri, 'consent_required']);
      const expired = await getRedirect(buildUrl({ ...none, max_age: '0' }));
      assert.deepEqual([expired.target, expired.result.get('error')], [bff.redirectUri, 'invalid_request']);
      for (const redirect_uri of ['https://evil.example/back', `${bff.redirectUri}/`]) {
        const page = await open(buildUrl({ ...none, redirect_uri }));
        assert.deepEqual([page.status, page.location], [400, null], 'a page for another redirect URI');
      }
    });

    it('303 login_required with a different person’s id_token_hint', async () => {
      const { server, database, bff, person } = desk();
      const other = await addPerson(database, 'hinted@desk.example');
      const parameters = { scope: 'openid tickets:read' };
      const foreign = await obtainTokens({ server, person: other, client: bff, parameters });
      const own = await obtainTokens({ server, person, client: bff, parameters });
      const hinted = (id_token_hint = '') => getRedirect(buildUrl({ prompt: 'none', scope: 'openid', id_token_hint }));
      assert.equal((await hinted(foreign.id_token)).result.get('error'), 'login_required');
      assert.ok((await hinted(own.id_token)).result.has('code'));
    });
  });

  describe('scope', () => {
    it('400 invalid_scope if a refresh requests more than the granted scope, however the scopes are written', async () => {
      const { server, person, database } = desk();
      const client = await addClient(database, { scopes: ['tickets:read', 'tickets:write'] });
      const scope = 'tickets:read tickets:read people:read TICKETS:WRITE tickets:writ tickets:read,tickets:write * all';
      const flow = { server, person, client, parameters: { scope } };
      const first = await obtainTokens(flow);
      assert.equal(first.scope, 'tickets:read');
      let { refresh_token } = first;
      for (const more of ['tickets:read tickets:write', 'tickets:read\ttickets:write', 'openid', '*']) {
        const { status, body } = await refreshTokens(flow, refresh_token, { scope: more });
        assert.deepEqual([status, body.error], [400, 'invalid_scope'], more);
      }
      const narrow = await refreshTokens(flow, refresh_token, { scope: 'tickets:read tickets:read' });
      assert.equal(narrow.body.scope, 'tickets:read');
      ({ refresh_token } = narrow.body);
      assert.equal((await refreshTokens(flow, refresh_token)).body.scope, 'tickets:read');
    });
  });
});
