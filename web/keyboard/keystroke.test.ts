import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readKeystroke } from './keystroke.ts';

const keysOf = new Map([
  ['j', 'next'],
  ['g i', 'inbox'],
  ['g g', 'gists'],
  ['?', 'sheet'],
]);

const press = (key: string, pending = '', held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  readKeystroke(keysOf, pending, { key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('a keystroke', () => {
  it('is the action of its key', () => {
    assert.deepEqual(press('j'), { action: 'next', pending: '' });
    assert.deepEqual(press('?'), { action: 'sheet', pending: '' });
  });

  it('may begin a sequence and end it', () => {
    assert.deepEqual(press('g'), { action: null, pending: 'g' });
    assert.deepEqual(press('i', 'g'), { action: 'inbox', pending: '' });
    assert.deepEqual(press('g', 'g'), { action: 'gists', pending: '' });
  });

  it('that does not go on with a sequence stands for itself', () => {
    assert.deepEqual(press('j', 'g'), { action: 'next', pending: '' });
    assert.deepEqual(press('x', 'g'), { action: null, pending: '' });
  });

  it('with Ctrl, Meta or Alt is not ours', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
      assert.deepEqual(press('j', '', { [held]: true }), { action: null, pending: '' }, held);
    }
  });

  it('of Shift alone leaves a sequence as it is', () => {
    assert.deepEqual(press('Shift', 'g'), { action: null, pending: 'g' });
  });
});
