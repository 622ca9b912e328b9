import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  deselectRows,
  deselectUnlisted,
  emptySelection,
  extendSelection,
  getSelectionExtent,
  type Selection,
  selectAllRows,
  toggleRow,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const sortIds = ({ ids }: Selection): string => [...ids].toSorted().join('');

describe('selecting rows', () => {
  it('toggles one row', () => {
    const selection = toggleRow(emptySelection, 'b');
    assert.equal(sortIds(selection), 'b');
    assert.equal(sortIds(toggleRow(selection, 'b')), '');
  });

  it('extends from the last selected row, up or down', () => {
    assert.equal(sortIds(extendSelection(toggleRow(emptySelection, 'b'), order, 'd')), 'bcd');
    assert.equal(sortIds(extendSelection(toggleRow(emptySelection, 'd'), order, 'b')), 'bcd');
  });

  it('extends from the current row if no selected row is in the list', () => {
    assert.equal(sortIds(extendSelection(emptySelection, order, 'c', 'b')), 'bc');
    assert.equal(sortIds(extendSelection(toggleRow(emptySelection, 'x'), order, 'c', 'b')), 'bcx');
    assert.equal(sortIds(extendSelection(emptySelection, order, 'c')), 'c');
  });

  it('replaces the range when extended again, and restores the rows outside the new range', () => {
    const far = extendSelection(toggleRow(toggleRow(emptySelection, 'd'), 'b'), order, 'e');
    assert.equal(sortIds(far), 'bcde');
    assert.equal(sortIds(extendSelection(far, order, 'c')), 'bcd');
    assert.equal(sortIds(extendSelection(far, order, 'a')), 'abd');
  });

  it('selects all, and reports none, some or all as selected', () => {
    assert.equal(getSelectionExtent(emptySelection, order), 'none');
    assert.equal(getSelectionExtent(toggleRow(emptySelection, 'b'), order), 'some');
    assert.equal(getSelectionExtent(selectAllRows(order), order), 'all');
    assert.equal(getSelectionExtent(selectAllRows(order), [...order, 'f']), 'some');
  });

  it('deselects only unlisted or given rows', () => {
    const two = toggleRow(toggleRow(emptySelection, 'b'), 'c');
    assert.equal(sortIds(deselectUnlisted(two, ['a', 'c'])), 'c');
    assert.equal(deselectUnlisted(two, order), two);
    assert.equal(deselectUnlisted(two, ['a']), emptySelection);
    assert.equal(sortIds(deselectRows(two, new Set(['b', 'x']))), 'c');
  });

  it('selects exactly the rows between the anchor and the last end', () => {
    const row = fc.constantFrom(...order);
    fc.assert(
      fc.property(row, fc.array(row, { minLength: 1 }), (anchor, ends) => {
        const extended = ends.reduce(
          (selection, end) => extendSelection(selection, order, end),
          toggleRow(emptySelection, anchor),
        );
        const [first = 0, last = 0] = [anchor, ends.at(-1) ?? ''].map(id => order.indexOf(id)).toSorted();
        assert.equal(sortIds(extended), order.slice(first, last + 1).join(''));
      }),
    );
  });
});
