import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/server.ts';
import { createScriptToken, listScriptTokens, revokeScriptToken, UnknownPerson } from './script-tokens.ts';

const day = 86_400_000;

forEachDesk(desk => {
  describe('tokens for scripts', () => {
    it('work at once in a running server, with the scopes they were given', async () => {
      const { server, database, person } = desk();
      const asked = { email: person.email, scopes: ['tickets:read', 'gists:write'], days: 1 } as const;
      const { access_token, id } = await createScriptToken(database, asked, Date.now);
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
      const asked = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
      const { access_token } = await createScriptToken(database, asked, past);
      assert.equal(await server.oauth.findPrincipal(access_token), 'expired');
    });

    it('are listed by an id that is no secret, and revoked by it', async () => {
      const { server, database } = desk();
      const person = await addPerson(database, 'scripts@desk.example', 'admin');
      const asked = { email: person.email, scopes: ['tickets:read'], days: 3 } as const;
      const { access_token, id } = await createScriptToken(database, asked, Date.now);
      const listed = (await listScriptTokens(database.read, Date.now())).find(token => token.id === id);
      assert.partialDeepStrictEqual(listed, { email: person.email, scopes: ['tickets:read'] });
      assert.ok(!JSON.stringify(listed).includes(access_token));
      assert.equal(await server.oauth.findPrincipal(id), 'invalid');
      assert.equal(await revokeScriptToken(database, id), true);
      assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      assert.equal(await revokeScriptToken(database, id), false);
    });

    it('are not made for nobody, or somebody disabled', async () => {
      const { database } = desk();
      const asked = { email: 'nobody@desk.example', scopes: ['tickets:read'], days: 1 } as const;
      await assert.rejects(createScriptToken(database, asked, Date.now), UnknownPerson);
    });
  });
});
