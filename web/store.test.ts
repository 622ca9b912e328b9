import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStore } from './store.ts';

describe('a store', () => {
  it('holds what was written last', () => {
    const store = createStore('first');
    assert.equal(store.read(), 'first');
    store.write('second');
    assert.equal(store.read(), 'second');
  });

  it('tells all who listen once the new value can be read, and nobody who has stopped', () => {
    const store = createStore(0);
    const heard: string[] = [];
    const stop = store.subscribe(() => heard.push(`one ${store.read()}`));
    store.subscribe(() => heard.push(`other ${store.read()}`));
    store.write(1);
    stop();
    store.write(2);
    assert.deepEqual(heard, ['one 1', 'other 1', 'other 2']);
  });
});
