import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedLists } from './shared-lists.ts';

/** Creates shared lists, and loaders that count their calls together. */
const setUp = () => {
  const lists = createSharedLists<{ validator: string; load: number }>();
  let loads = 0;
  const load = (validator: string) => async () => ({ validator, load: ++loads });
  return { ...lists, load };
};

describe('lists of several requests', () => {
  it('are loaded once for requests that find the same validator', async () => {
    const { get, load } = setUp();
    const first = get('a', null, load('1'));
    const others = [1, 2, 3].map(() => get('a', '1', load('1')));
    assert.deepEqual(new Set(await Promise.all([first, ...others])).size, 1);
  });

  it('are loaded once more after a change, for all requests that wait', async () => {
    const { get, load } = setUp();
    const before = await get('a', null, load('1'));
    const after = await Promise.all([1, 2, 3].map(() => get('a', '2', load('2'))));
    assert.deepEqual([before, ...after], [{ validator: '1', load: 1 }, ...Array(3).fill({ validator: '2', load: 2 })]);
  });

  it('are not shared with a request that found a different validator', async () => {
    const { get, load } = setUp();
    const [newer, older] = await Promise.all([get('a', '2', load('2')), get('a', '1', load('1'))]);
    assert.deepEqual([newer.validator, older.validator], ['2', '1']);
  });

  it('are loaded again after an error', async () => {
    const { get, has, load } = setUp();
    const failed = get('a', null, () => Promise.reject(new Error('The store is unavailable.')));
    const next = get('a', '1', load('1'));
    await assert.rejects(failed, /unavailable/);
    assert.deepEqual([has('a'), await next], [true, { validator: '1', load: 1 }]);
  });

  it('are loaded for each request without a key', async () => {
    const { get, load } = setUp();
    const loaded = await Promise.all([get(null, '1', load('1')), get(null, '1', load('1'))]);
    assert.deepEqual(
      loaded.map(each => each.load),
      [1, 2],
    );
  });
});
