import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { createLimiterFactory } from './rate-limiter.ts';

forEachEngine((database, openAgain) => {
  describe('a rate limiter', () => {
    for (const table of ['sign_in_failures', 'rate_limits'] as const) {
      it(`shares its counts between processes, except request counts on SQLite: ${table}`, async () => {
        const again = openAgain();
        const [one, other] = [database(), again].map(store =>
          createLimiterFactory(store, table)({ points: 2, duration: 60 }),
        );
        assert.ok(one !== undefined && other !== undefined);
        const readRemaining = async () => (await other.get('client'))?.remainingPoints ?? 2;
        await Promise.all([one.penalty('client'), one.penalty('client')]);
        const isOwn = database().engine === 'sqlite' && table === 'rate_limits';
        assert.equal(await readRemaining(), isOwn ? 2 : 0);
        assert.equal((await one.get('client'))?.consumedPoints, 2);
        assert.equal(await other.get('other-client'), null);
        await one.delete('client');
        assert.equal(await readRemaining(), 2);
        await again.close();
      });
    }

    it('resets an expired count', async () => {
      const limiter = createLimiterFactory(
        database(),
        'sign_in_failures',
      )({ keyPrefix: 'old', points: 2, duration: 60 });
      await limiter.penalty('client');
      await database().transaction(writes => writes.updateTable('sign_in_failures').set({ expire: 1 }).execute());
      assert.equal(await limiter.get('client'), null);
      assert.equal((await limiter.penalty('client')).consumedPoints, 1);
    });
  });
});
