import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { updateSteadyRows } from './steady-rows.ts';

type Row = { id: string; content: string };

const createRows = (ids: string, content = ''): Row[] => [...ids].map(id => ({ id, content }));

/** Applies a new list to the shown rows; the person changed the rows in `own`. */
function change(shown: string, listed: string, own = '') {
  const { rows, removed, entering, hasRemovedOrMoved } = updateSteadyRows(
    createRows(shown, 'old'),
    createRows(listed, 'new'),
    new Set(own),
  );
  return { rows: rows.map(({ id }) => id).join(''), removed: [...removed].join(''), entering, hasRemovedOrMoved };
}

describe('updateSteadyRows', () => {
  it('leaves an unchanged list alone', () => {
    assert.deepEqual(change('abc', 'abc'), { rows: 'abc', removed: '', entering: 0, hasRemovedOrMoved: false });
  });

  it('delays rows that would appear above or between shown rows', () => {
    assert.deepEqual(change('abc', 'xabyc'), { rows: 'abc', removed: '', entering: 2, hasRemovedOrMoved: false });
  });

  it('adds new rows below all shown rows', () => {
    assert.deepEqual(change('abc', 'abcde'), { rows: 'abcde', removed: '', entering: 0, hasRemovedOrMoved: false });
  });

  it('leaves a removed row in position and marks it', () => {
    assert.deepEqual(change('abc', 'ac'), { rows: 'abc', removed: 'b', entering: 0, hasRemovedOrMoved: true });
  });

  it('leaves a moved row in position', () => {
    assert.deepEqual(change('abc', 'cab'), { rows: 'abc', removed: '', entering: 0, hasRemovedOrMoved: true });
  });

  it('updates the content of every row', () => {
    const { rows } = updateSteadyRows(createRows('ab', 'old'), createRows('ba', 'new'), new Set());
    assert.deepEqual(rows, createRows('ab', 'new'));
  });

  it('moves the person’s changed row to its new neighbours, and leaves other changes pending', () => {
    assert.deepEqual(change('abcd', 'yadxc', 'd'), {
      rows: 'adbc',
      removed: 'b',
      entering: 2,
      hasRemovedOrMoved: true,
    });
  });

  it('preserves every shown row in order, and adds rows only below', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map(each => each.join(''));
    fc.assert(
      fc.property(ids, ids, (shown, listed) => {
        const { rows, removed, entering } = change(shown, listed);
        assert.equal(rows.slice(0, shown.length), shown);
        assert.equal(rows.length - removed.length + entering, listed.length);
      }),
    );
  });

  it('shows the new list if all changes are the person’s own', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map(each => each.join(''));
    fc.assert(
      fc.property(ids, ids, (shown, listed) => {
        assert.deepEqual(change(shown, listed, 'abcdefghij'), {
          rows: listed,
          removed: '',
          entering: 0,
          hasRemovedOrMoved: false,
        });
      }),
    );
  });
});
