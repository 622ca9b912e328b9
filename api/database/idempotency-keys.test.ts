import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { deleteExpiredKeys, findStoredResponse } from './idempotency-keys.ts';
import { createRowInserter } from './insert-rows.ts';

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 0, 10);
const toKeyHash = (n: number) => n.toString(16).padStart(64, '0');

forEachEngine(database => {
  describe('idempotency keys older than a day', () => {
    const insertKeys = (count: number) =>
      database().transaction(async writes => {
        const old = Array.from({ length: count }, (_, n) => ({ key_hash: toKeyHash(n), created_at: now - day }));
        const all = [...old, { key_hash: toKeyHash(count), created_at: now - day + 1 }];
        const rows = all.map(row => ({ ...row, payload_hash: 'of a payload', answer: '{}' }));
        await createRowInserter()(writes, 'idempotency_keys', rows);
      });
    const countKeys = async () =>
      (await database().read.selectFrom('idempotency_keys').select('key_hash').execute()).length;

    it('are deleted in several batches; younger keys stay', async () => {
      await insertKeys(1201);
      assert.equal(await deleteExpiredKeys(database(), now), 1201);
      assert.equal(await countKeys(), 1);
      assert.notEqual(await findStoredResponse(database().read, toKeyHash(1201), now), null);
      assert.equal(await deleteExpiredKeys(database(), now + 1), 1);
    });

    it('stay if the server shuts down before their deletion', async () => {
      await insertKeys(700);
      assert.equal(await deleteExpiredKeys(database(), now, AbortSignal.abort()), 0);
      assert.equal(await countKeys(), 701);
    });
  });
});
