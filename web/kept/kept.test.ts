import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeeper } from './kept.ts';

/** Creates an in-memory Storage with a maximum value length. */
function createMemoryStorage(maxLength = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > maxLength) throw new DOMException('full', 'QuotaExceededError');
      texts.set(name, text);
    },
    removeItem: (name: string) => void texts.delete(name),
    key: (index: number) => [...texts.keys()][index] ?? null,
    get length() {
      return texts.size;
    },
  };
}

describe('text storage', () => {
  it('sets, gets and removes values in the browser storage', () => {
    const backend = createMemoryStorage();
    const storage = createKeeper(() => backend);
    assert.equal(storage.keep('a/1', 'one'), true);
    assert.equal(backend.getItem('a/1'), 'one');
    assert.equal(createKeeper(() => backend).look('a/1'), 'one');
    storage.forget('a/1');
    assert.deepEqual([storage.look('a/1'), backend.getItem('a/1')], [null, null]);
  });

  it('lists keys by prefix', () => {
    const backend = createMemoryStorage();
    const storage = createKeeper(() => backend);
    for (const name of ['a/2', 'b/1', 'a/1']) storage.keep(name, '');
    assert.deepEqual(storage.names('a/'), ['a/1', 'a/2']);
    assert.deepEqual(storage.names('c/'), []);
  });

  it('holds values in memory while the browser storage is full', () => {
    const backend = createMemoryStorage(3);
    const storage = createKeeper(() => backend);
    storage.keep('a', 'old');
    assert.equal(storage.keep('a', 'longer'), false);
    assert.deepEqual([storage.look('a'), storage.isStored('a'), backend.getItem('a')], ['longer', false, 'old']);
    assert.deepEqual(storage.names('a'), ['a']);
    assert.equal(storage.keep('a', 'new'), true);
    assert.deepEqual([storage.look('a'), storage.isStored('a'), backend.getItem('a')], ['new', true, 'new']);
  });

  it('holds values in memory if the browser storage is blocked', () => {
    const storage = createKeeper(() => {
      throw new DOMException('no', 'SecurityError');
    });
    assert.equal(storage.look('a'), null);
    assert.equal(storage.keep('a', 'one'), false);
    assert.deepEqual([storage.look('a'), storage.names('')], ['one', ['a']]);
    storage.forget('a');
    assert.deepEqual([storage.look('a'), storage.names('')], [null, []]);
  });
});
