import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTextStorage } from './browser-storage.ts';

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
    const storage = createTextStorage(() => backend);
    assert.equal(storage.set('a/1', 'one'), true);
    assert.equal(backend.getItem('a/1'), 'one');
    assert.equal(createTextStorage(() => backend).get('a/1'), 'one');
    storage.remove('a/1');
    assert.deepEqual([storage.get('a/1'), backend.getItem('a/1')], [null, null]);
  });

  it('lists keys by prefix', () => {
    const backend = createMemoryStorage();
    const storage = createTextStorage(() => backend);
    for (const name of ['a/2', 'b/1', 'a/1']) storage.set(name, '');
    assert.deepEqual(storage.keys('a/'), ['a/1', 'a/2']);
    assert.deepEqual(storage.keys('c/'), []);
  });

  it('holds values in memory while the browser storage is full', () => {
    const backend = createMemoryStorage(3);
    const storage = createTextStorage(() => backend);
    storage.set('a', 'old');
    assert.equal(storage.set('a', 'longer'), false);
    assert.deepEqual([storage.get('a'), storage.isPersisted('a'), backend.getItem('a')], ['longer', false, 'old']);
    assert.deepEqual(storage.keys('a'), ['a']);
    assert.equal(storage.set('a', 'new'), true);
    assert.deepEqual([storage.get('a'), storage.isPersisted('a'), backend.getItem('a')], ['new', true, 'new']);
  });

  it('holds values in memory if the browser storage is blocked', () => {
    const storage = createTextStorage(() => {
      throw new DOMException('no', 'SecurityError');
    });
    assert.equal(storage.get('a'), null);
    assert.equal(storage.set('a', 'one'), false);
    assert.deepEqual([storage.get('a'), storage.keys('')], ['one', ['a']]);
    storage.remove('a');
    assert.deepEqual([storage.get('a'), storage.keys('')], [null, []]);
  });
});
