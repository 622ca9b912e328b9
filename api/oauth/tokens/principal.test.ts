import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Role, roles } from '#contract/vocabulary';
import { rankOf } from '../../database/values.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { createScriptToken } from './script-tokens.ts';

forEachDesk(desk => {
  describe('a token that was just used', () => {
    it('has the name and role of its person at every moment, whoever changed them', async () => {
      const { server, database, person } = desk();
      const asked = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
      const { access_token } = await createScriptToken(database, asked, Date.now);
      const change = (role: Role) =>
        database.transaction(async writes => {
          const changed = { name: `A ${role}`, role: rankOf(roles, role) };
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

    it('is dead as soon as the change that ends it is committed, also for who asked while it was', async () => {
      const { server, database, person } = desk();
      for (let round = 0; round < 20; round++) {
        const asked = { email: person.email, scopes: ['tickets:read'], days: 1 } as const;
        const { access_token } = await createScriptToken(database, asked, Date.now);
        const askers = Array.from({ length: 5 }, () => server.oauth.findPrincipal(access_token));
        const ended = database.transaction(async writes => {
          await writes.deleteFrom('oauth_records').where('account_id', '=', person.id).execute();
        });
        const late = Array.from({ length: 5 }, () => server.oauth.findPrincipal(access_token));
        await Promise.all([...askers, ended, ...late]);
        assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      }
    });
  });
});
