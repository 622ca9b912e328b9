import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { createLimiterFactory } from './rate-limiter.ts';

forEachEngine(database => {
  describe('a rate limiter', () => {
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
