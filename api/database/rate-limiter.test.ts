import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { limiterOn } from './rate-limiter.ts';

forEachEngine((database, openAgain) => {
  describe('a limiter', () => {
    it('is shared by the processes of one Postgres, and each process has its own on SQLite', async () => {
      const again = openAgain();
      const [one, other] = [database(), again].map(store =>
        limiterOn(store, 'rate_limits')({ points: 2, duration: 60 }),
      );
      assert.ok(one !== undefined && other !== undefined);
      await one.consume('somebody');
      await one.consume('somebody');
      const left = (await other.get('somebody'))?.remainingPoints ?? 2;
      assert.equal(left, database().engine === 'postgres' ? 0 : 2);
      await again.close();
    });
  });
});
