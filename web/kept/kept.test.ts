import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeeper } from './kept.ts';

/** A browser's storage with room for so many characters. */
function createStore(room = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      texts.set(name, text);
    },
    removeItem: (name: string) => void texts.delete(name),
    key: (index: number) => [...texts.keys()][index] ?? null,
    get length() {
      return texts.size;
    },
  };
}

describe('what is kept', () => {
  it('is in the store, under its name', () => {
    const store = createStore();
    const keeper = createKeeper(() => store);
    assert.equal(keeper.keep('a/1', 'one'), true);
    assert.equal(store.getItem('a/1'), 'one');
    assert.equal(createKeeper(() => store).look('a/1'), 'one');
    keeper.forget('a/1');
    assert.deepEqual([keeper.look('a/1'), store.getItem('a/1')], [null, null]);
  });

  it('is found by the beginning of its name', () => {
    const store = createStore();
    const keeper = createKeeper(() => store);
    for (const name of ['a/2', 'b/1', 'a/1']) keeper.keep(name, '');
    assert.deepEqual(keeper.names('a/'), ['a/1', 'a/2']);
    assert.deepEqual(keeper.names('c/'), []);
  });

  it('stays in the page where the store has no room, until there is some', () => {
    const store = createStore(3);
    const keeper = createKeeper(() => store);
    keeper.keep('a', 'old');
    assert.equal(keeper.keep('a', 'longer'), false);
    assert.deepEqual([keeper.look('a'), keeper.isStored('a'), store.getItem('a')], ['longer', false, 'old']);
    assert.deepEqual(keeper.names('a'), ['a']);
    assert.equal(keeper.keep('a', 'new'), true);
    assert.deepEqual([keeper.look('a'), keeper.isStored('a'), store.getItem('a')], ['new', true, 'new']);
  });

  it('stays in the page where the store is forbidden', () => {
    const keeper = createKeeper(() => {
      throw new DOMException('no', 'SecurityError');
    });
    assert.equal(keeper.look('a'), null);
    assert.equal(keeper.keep('a', 'one'), false);
    assert.deepEqual([keeper.look('a'), keeper.names('')], ['one', ['a']]);
    keeper.forget('a');
    assert.deepEqual([keeper.look('a'), keeper.names('')], [null, []]);
  });
});
