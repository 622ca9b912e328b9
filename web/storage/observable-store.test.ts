import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStore } from './observable-store.ts';

describe('a store', () => {
  it('returns the last written value', () => {
    const store = createStore('first');
    assert.equal(store.read(), 'first');
    store.write('second');
    assert.equal(store.read(), 'second');
  });

  it('calls all listeners after the write, except unsubscribed ones', () => {
    const store = createStore(0);
    const calls: string[] = [];
    const stop = store.subscribe(() => calls.push(`one ${store.read()}`));
    store.subscribe(() => calls.push(`other ${store.read()}`));
    store.write(1);
    stop();
    store.write(2);
    assert.deepEqual(calls, ['one 1', 'other 1', 'other 2']);
  });
});
