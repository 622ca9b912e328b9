import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { limiterOn } from './rate-limiter.ts';

forEachEngine((database, openAgain) => {
  describe('a limiter', () => {
    for (const table of ['sign_in_failures', 'rate_limits'] as const) {
      it(`counts for all processes of one store, but each for itself what SQLite would sync to disk: ${table}`, async () => {
        const again = openAgain();
        const [one, other] = [database(), again].map(store => limiterOn(store, table)({ points: 2, duration: 60 }));
        assert.ok(one !== undefined && other !== undefined);
        const left = async () => (await other.get('somebody'))?.remainingPoints ?? 2;
        await Promise.all([one.penalty('somebody'), one.penalty('somebody')]);
        const isOwn = database().engine === 'sqlite' && table === 'rate_limits';
        assert.equal(await left(), isOwn ? 2 : 0);
        assert.equal((await one.get('somebody'))?.consumedPoints, 2);
        assert.equal(await other.get('nobody'), null);
        await one.delete('somebody');
        assert.equal(await left(), 2);
        await again.close();
      });
    }

    it('begins anew once its time is over', async () => {
      const limiter = limiterOn(database(), 'sign_in_failures')({ keyPrefix: 'old', points: 2, duration: 60 });
      await limiter.penalty('somebody');
      await database().transaction(writes => writes.updateTable('sign_in_failures').set({ expire: 1 }).execute());
      assert.equal(await limiter.get('somebody'), null);
      assert.equal((await limiter.penalty('somebody')).consumedPoints, 1);
    });
  });
});
