import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  drawTo,
  extent,
  nothingSelected,
  onlyListed,
  type Selection,
  selectAll,
  toggle,
  without,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const sortIds = ({ ids }: Selection): string => [...ids].toSorted().join('');

describe('selecting rows', () => {
  it('toggles one row', () => {
    const one = toggle(nothingSelected, 'b');
    assert.equal(sortIds(one), 'b');
    assert.equal(sortIds(toggle(one, 'b')), '');
  });

  it('extends from the last selected row, up or down', () => {
    assert.equal(sortIds(drawTo(toggle(nothingSelected, 'b'), order, 'd')), 'bcd');
    assert.equal(sortIds(drawTo(toggle(nothingSelected, 'd'), order, 'b')), 'bcd');
  });

  it('extends from the current row if no selected row is in the list', () => {
    assert.equal(sortIds(drawTo(nothingSelected, order, 'c', 'b')), 'bc');
    assert.equal(sortIds(drawTo(toggle(nothingSelected, 'x'), order, 'c', 'b')), 'bcx');
    assert.equal(sortIds(drawTo(nothingSelected, order, 'c')), 'c');
  });

  it('replaces the range when extended again, and restores what it covered', () => {
    const far = drawTo(toggle(toggle(nothingSelected, 'd'), 'b'), order, 'e');
    assert.equal(sortIds(far), 'bcde');
    assert.equal(sortIds(drawTo(far, order, 'c')), 'bcd');
    assert.equal(sortIds(drawTo(far, order, 'a')), 'abd');
  });

  it('selects all, and reports none, some or all as selected', () => {
    assert.equal(extent(nothingSelected, order), 'none');
    assert.equal(extent(toggle(nothingSelected, 'b'), order), 'some');
    assert.equal(extent(selectAll(order), order), 'all');
    assert.equal(extent(selectAll(order), [...order, 'f']), 'some');
  });

  it('drops only the rows that have left the list', () => {
    const two = toggle(toggle(nothingSelected, 'b'), 'c');
    assert.equal(sortIds(onlyListed(two, ['a', 'c'])), 'c');
    assert.equal(onlyListed(two, order), two);
    assert.equal(onlyListed(two, ['a']), nothingSelected);
    assert.equal(sortIds(without(two, new Set(['b', 'x']))), 'c');
  });

  it('selects exactly the rows between the ends of the last range', () => {
    const row = fc.constantFrom(...order);
    fc.assert(
      fc.property(row, fc.array(row, { minLength: 1 }), (anchor, ends) => {
        const drawn = ends.reduce((selection, end) => drawTo(selection, order, end), toggle(nothingSelected, anchor));
        const [first = 0, last = 0] = [anchor, ends.at(-1) ?? ''].map(id => order.indexOf(id)).toSorted();
        assert.equal(sortIds(drawn), order.slice(first, last + 1).join(''));
      }),
    );
  });
});
