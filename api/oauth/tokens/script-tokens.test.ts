import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { createScriptToken, listScriptTokens, revokeScriptToken } from './script-tokens.ts';

const day = 86_400_000;

forEachDesk(desk => {
  describe('script tokens', () => {
    it('expire after their lifetime', async () => {
      const { server, database, person } = desk();
      const past = () => Date.now() - day;
      const request = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
      const { access_token } = await createScriptToken(database, request, past);
      assert.equal(await server.oauth.findPrincipal(access_token), 'expired');
    });

    it('work immediately with their scopes, and are listed and revoked by an id that is not secret', async () => {
      const { server, database, person } = desk();
      const request = { email: person.email, scopes: ['tickets:read', 'gists:write'], days: 3 } as const;
      const { access_token, id, expires_at: expiresAt } = await createScriptToken(database, request, Date.now);
      assert.deepEqual(await server.oauth.findPrincipal(access_token), {
        person: { id: person.id, name: 'Mara Okafor', role: 'agent' },
        clientId: 'desk-tokens',
        grantId: id,
        expiresAt: Math.floor(expiresAt / 1000) * 1000,
        perMinute: null,
        scopes: new Set(request.scopes),
      });
      const listed = (await listScriptTokens(database.read, Date.now())).find(token => token.id === id);
      assert.partialDeepStrictEqual(listed, { email: person.email, scopes: request.scopes });
      assert.ok(!JSON.stringify(listed).includes(access_token));
      assert.equal(await server.oauth.findPrincipal(id), 'invalid');
      assert.equal(await revokeScriptToken(database, id, commandActor(Date.now())), true);
      assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      assert.equal(await revokeScriptToken(database, id, commandActor(Date.now())), false);
    });
  });
});
