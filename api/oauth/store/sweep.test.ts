import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { deleteExpiredRecords } from './sweep.ts';

const hour = 3_600_000;

forEachDesk(desk => {
  describe('deleteExpiredRecords', () => {
    it('deletes only expired records', async () => {
      const { server, database, person, program, clock } = desk();
      const flow = { server, person, client: program };
      const tokens = await obtainTokens(flow);
      const count = async (model: string) => {
        const query = database.read.selectFrom('oauth_records').select(sql<number>`count(*)`.as('n'));
        return Number((await query.where('model', '=', model).executeTakeFirstOrThrow()).n);
      };
      clock.advance(12 * hour);
      assert.ok((await deleteExpiredRecords(database, clock.now())) > 0);
      assert.deepEqual(await Promise.all(['AccessToken', 'Session', 'Interaction'].map(count)), [0, 0, 0]);
      assert.equal((await refreshTokens(flow, tokens.refresh_token)).status, 200);

      clock.advance(32 * 24 * hour);
      await deleteExpiredRecords(database, clock.now());
      await deleteExpiredRecords(database, clock.now());
      const left = await database.read.selectFrom('oauth_records').select(['model', 'consumed_at']).execute();
      assert.deepEqual(left, []);
    });
  });
});
