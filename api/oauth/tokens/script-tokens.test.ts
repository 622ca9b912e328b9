import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';
import { createScriptToken, listScriptTokens, revokeScriptToken } from './script-tokens.ts';

const day = 86_400_000;

forEachDesk(desk => {
  describe('script tokens', () => {
    it('work immediately in a running server, with their scopes', async () => {
      const { server, database, person } = desk();
      const request = { email: person.email, scopes: ['tickets:read', 'gists:write'], days: 1 } as const;
      const { access_token, id } = await createScriptToken(database, request, Date.now);
      assert.deepEqual(await server.oauth.findPrincipal(access_token), {
        person: { id: person.id, name: 'Mara Okafor', role: 'agent' },
        clientId: 'desk-tokens',
        grantId: id,
        perMinute: null,
        scopes: new Set(['tickets:read', 'gists:write']),
      });
    });

    it('expire', async () => {
      const { server, database, person } = desk();
      const past = () => Date.now() - day;
      const request = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
      const { access_token } = await createScriptToken(database, request, past);
      assert.equal(await server.oauth.findPrincipal(access_token), 'expired');
    });

    it('are listed and revoked by an id that is not secret', async () => {
      const { server, database } = desk();
      const person = await addPerson(database, 'scripts@desk.example', 'admin');
      const request = { email: person.email, scopes: ['tickets:read'], days: 3 } as const;
      const { access_token, id } = await createScriptToken(database, request, Date.now);
      const listed = (await listScriptTokens(database.read, Date.now())).find(token => token.id === id);
      assert.partialDeepStrictEqual(listed, { email: person.email, scopes: ['tickets:read'] });
      assert.ok(!JSON.stringify(listed).includes(access_token));
      assert.equal(await server.oauth.findPrincipal(id), 'invalid');
      assert.equal(await revokeScriptToken(database, id), true);
      assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      assert.equal(await revokeScriptToken(database, id), false);
    });
  });
});
