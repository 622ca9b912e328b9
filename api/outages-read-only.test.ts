import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { checks } from './check/checks.ts';
import { runChecks } from './check/run-checks.ts';
import { forEachApi } from './testing/api.ts';

forEachApi(api => {
  describe('a temporarily read-only SQLite', () => {
    it('503 for writes, 200 for reads, and 201 afterwards', async context => {
      const { database, call, logged } = api();
      if (database.engine !== 'sqlite') return context.skip('SQLite only');
      const waitForTransactions = async (transactions: number) => {
        while (database.getLoad().waiting < transactions) await pause(1);
      };
      const write = (subject: string) => call('POST', '/v1/tickets', { body: { subject } });
      // SQLite rejects writes once `forbidden` resolves. Requests before `over` resolves join the same group commit.
      const [forbidden, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const forbid = database.transaction(async writes => {
        await sql`pragma query_only = on`.execute(writes);
        forbidden.resolve();
        await over.promise;
      });
      await forbidden.promise;
      const rejected = ['one', 'two', 'three'].map(write);
      await waitForTransactions(3);
      assert.equal((await call('GET', '/v1/tickets')).status, 200);
      const allow = database.transaction(writes => sql`pragma query_only = off`.execute(writes));
      await waitForTransactions(4);
      over.resolve();
      for (const { status, headers, body } of await Promise.all(rejected)) {
        assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
        assert.equal((body as { code: number }).code, 50300);
      }
      await Promise.all([forbid, allow]);
      assert.ok(logged.some(line => line.includes('the store is read-only: make DATA_DIR or')));
      assert.equal((await write('four')).status, 201);
      const { body } = await call<{ subject: string }[]>('GET', '/v1/tickets');
      assert.deepEqual(
        body.map(({ subject }) => subject),
        ['four'],
      );
      assert.deepEqual((await runChecks(database, checks)).findings, []);
    });
  });
});
