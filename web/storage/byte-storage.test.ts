import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createByteStorage } from './byte-storage.ts';

const key = { personId: '1', key: 'a' };
const bytes = new Blob(['invoice']);

/** Creates a storage over a map instead of the browser's database. `fail` makes opening or writing fail. */
function createStorage(fail: { opening?: boolean; writing?: boolean } = {}) {
  const records = new Map<string, { bytes: Blob; storedAt: number }>();
  const clock = { now: 0 };
  const join = (each: typeof key): string => JSON.stringify(each);
  const storage = createByteStorage(
    async () => {
      if (fail.opening) throw new Error('blocked');
      return {
        get: async each => records.get(join(each)),
        put: async (each, stored) => {
          if (fail.writing) throw new Error('full');
          records.set(join(each), stored);
        },
        remove: async each => void records.delete(join(each)),
        list: async () => [...records].map(([path, { storedAt }]) => ({ ...JSON.parse(path), storedAt })),
      };
    },
    () => clock.now,
  );
  return { storage, records, clock };
}

describe('byte storage', () => {
  it('persists bytes until they are removed', async () => {
    const { storage, records } = createStorage();
    assert.equal(await storage.put(key, bytes), true);
    assert.equal(await storage.get(key), bytes);
    await storage.remove(key);
    assert.equal(await storage.get(key), null);
    assert.equal(records.size, 0);
  });

  it('returns bytes while they are being written', async () => {
    const { storage } = createStorage();
    const written = storage.put(key, bytes);
    assert.equal(await storage.get(key), bytes);
    assert.equal(await written, true);
  });

  for (const fail of [{ opening: true }, { writing: true }])
    it(`holds bytes in memory if ${Object.keys(fail).join()} fails`, async () => {
      const { storage } = createStorage(fail);
      assert.equal(await storage.put(key, bytes), false);
      assert.equal(await storage.get(key), bytes);
      await storage.remove(key);
      assert.equal(await storage.get(key), null);
    });

  it('lists the keys of bytes stored before a time, and no keys if opening fails', async () => {
    const { storage, clock } = createStorage();
    await storage.put(key, bytes);
    clock.now = 5;
    await storage.put({ ...key, key: 'b' }, bytes);
    assert.deepEqual(await storage.listBefore('1', 5), ['a']);
    assert.deepEqual(await createStorage({ opening: true }).storage.listBefore('1', 5), []);
  });
});
