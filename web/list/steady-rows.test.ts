import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { keepSteady } from './steady-rows.ts';

type Row = { id: string; says: string };

const rowsOf = (ids: string, says = ''): Row[] => [...ids].map(id => ({ id, says }));

/** `abc` became `xbc` while `own` was changed here. */
function change(shown: string, listed: string, own = '') {
  const { rows, gone, entering, moving } = keepSteady(rowsOf(shown, 'old'), rowsOf(listed, 'new'), new Set(own));
  return { rows: rows.map(({ id }) => id).join(''), gone: [...gone].join(''), entering, moving };
}

describe('a list that has changed', () => {
  it('as nothing has, is as it was', () => {
    assert.deepEqual(change('abc', 'abc'), { rows: 'abc', gone: '', entering: 0, moving: false });
  });

  it('keeps back what would enter above or between', () => {
    assert.deepEqual(change('abc', 'xabyc'), { rows: 'abc', gone: '', entering: 2, moving: false });
  });

  it('takes what comes below', () => {
    assert.deepEqual(change('abc', 'abcde'), { rows: 'abcde', gone: '', entering: 0, moving: false });
  });

  it('keeps what has left where it was, and says so', () => {
    assert.deepEqual(change('abc', 'ac'), { rows: 'abc', gone: 'b', entering: 0, moving: true });
  });

  it('keeps what has moved where it was', () => {
    assert.deepEqual(change('abc', 'cab'), { rows: 'abc', gone: '', entering: 0, moving: true });
  });

  it('says of every row what it is now', () => {
    const { rows } = keepSteady(rowsOf('ab', 'old'), rowsOf('ba', 'new'), new Set());
    assert.deepEqual(rows, rowsOf('ab', 'new'));
  });

  it('lets what the person changed themselves leave, enter and move', () => {
    assert.deepEqual(change('abc', 'ac', 'b'), { rows: 'ac', gone: '', entering: 0, moving: false });
    assert.deepEqual(change('abc', 'xabc', 'x'), { rows: 'xabc', gone: '', entering: 0, moving: false });
    assert.deepEqual(change('abc', 'acb', 'b'), { rows: 'acb', gone: '', entering: 0, moving: false });
  });

  it('puts that beside its neighbours, whatever else is kept back', () => {
    assert.deepEqual(change('abcd', 'yadxc', 'd'), { rows: 'adbc', gone: 'b', entering: 2, moving: true });
  });

  it('holds every row that was shown, in its order, and adds only below', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map(each => each.join(''));
    fc.assert(
      fc.property(ids, ids, (shown, listed) => {
        const { rows, gone, entering } = change(shown, listed);
        assert.equal(rows.slice(0, shown.length), shown);
        assert.equal(rows.length - gone.length + entering, listed.length);
      }),
    );
  });

  it('in which all is one’s own doing is shown as it is', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map(each => each.join(''));
    fc.assert(
      fc.property(ids, ids, (shown, listed) => {
        assert.deepEqual(change(shown, listed, 'abcdefghij'), { rows: listed, gone: '', entering: 0, moving: false });
      }),
    );
  });
});
