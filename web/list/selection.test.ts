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
const idsOf = ({ ids }: Selection): string => [...ids].toSorted().join('');

describe('selecting rows', () => {
  it('takes one in and out again', () => {
    const one = toggle(nothingSelected, 'b');
    assert.equal(idsOf(one), 'b');
    assert.equal(idsOf(toggle(one, 'b')), '');
  });

  it('draws a range from the row chosen last, up or down', () => {
    assert.equal(idsOf(drawTo(toggle(nothingSelected, 'b'), order, 'd')), 'bcd');
    assert.equal(idsOf(drawTo(toggle(nothingSelected, 'd'), order, 'b')), 'bcd');
  });

  it('draws a range from where one is when nothing was chosen, or what was has left the list', () => {
    assert.equal(idsOf(drawTo(nothingSelected, order, 'c', 'b')), 'bc');
    assert.equal(idsOf(drawTo(toggle(nothingSelected, 'x'), order, 'c', 'b')), 'bcx');
    assert.equal(idsOf(drawTo(nothingSelected, order, 'c')), 'c');
  });

  it('draws a range anew: it shrinks, turns, and leaves what was chosen beneath it', () => {
    const far = drawTo(toggle(toggle(nothingSelected, 'd'), 'b'), order, 'e');
    assert.equal(idsOf(far), 'bcde');
    assert.equal(idsOf(drawTo(far, order, 'c')), 'bcd');
    assert.equal(idsOf(drawTo(far, order, 'a')), 'abd');
  });

  it('takes all, and tells how much of the list it is', () => {
    assert.equal(extent(nothingSelected, order), 'none');
    assert.equal(extent(toggle(nothingSelected, 'b'), order), 'some');
    assert.equal(extent(selectAll(order), order), 'all');
    assert.equal(extent(selectAll(order), [...order, 'f']), 'some');
  });

  it('loses the rows that have left the list, and nothing else', () => {
    const two = toggle(toggle(nothingSelected, 'b'), 'c');
    assert.equal(idsOf(onlyListed(two, ['a', 'c'])), 'c');
    assert.equal(onlyListed(two, order), two);
    assert.equal(onlyListed(two, ['a']), nothingSelected);
    assert.equal(idsOf(without(two, new Set(['b', 'x']))), 'c');
  });

  it('has in a range exactly what lies between its ends, whatever was drawn before', () => {
    const row = fc.constantFrom(...order);
    fc.assert(
      fc.property(row, fc.array(row, { minLength: 1 }), (anchor, ends) => {
        const drawn = ends.reduce((selection, end) => drawTo(selection, order, end), toggle(nothingSelected, anchor));
        const [first = 0, last = 0] = [anchor, ends.at(-1) ?? ''].map(id => order.indexOf(id)).toSorted();
        assert.equal(idsOf(drawn), order.slice(first, last + 1).join(''));
      }),
    );
  });
});
