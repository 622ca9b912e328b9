import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Role, roles } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { createScriptToken } from './script-tokens.ts';

forEachDesk(desk => {
  describe('a cached token', () => {
    it('reflects every change to the name and role of its person immediately', async () => {
      const { server, database, person } = desk();
      const request = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
      const { access_token } = await createScriptToken(database, request, Date.now);
      const change = (role: Role) =>
        database.transaction(async writes => {
          const changed = { name: `A ${role}`, role: encodeEnum(roles, role) };
          await writes.updateTable('people').set(changed).where('id', '=', person.id).execute();
        });
      for (const role of ['viewer', 'admin', 'agent'] as const) {
        await change(role);
        const [found, again] = [
          await server.oauth.findPrincipal(access_token),
          await server.oauth.findPrincipal(access_token),
        ];
        assert.partialDeepStrictEqual(found, { person: { id: person.id, name: `A ${role}`, role } });
        assert.deepEqual(again, found);
      }
    });

    it('is invalid as soon as its revocation is committed, even for concurrent lookups', async () => {
      const { server, database, person } = desk();
      for (let round = 0; round < 20; round++) {
        const request = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
        const { access_token } = await createScriptToken(database, request, Date.now);
        const before = Array.from({ length: 5 }, () => server.oauth.findPrincipal(access_token));
        const revoked = database.transaction(async writes => {
          await writes.deleteFrom('oauth_records').where('account_id', '=', person.id).execute();
        });
        const after = Array.from({ length: 5 }, () => server.oauth.findPrincipal(access_token));
        await Promise.all([...before, revoked, ...after]);
        assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      }
    });
  });
});
