import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  getVisibleRange,
  isRangeRendered,
  type RowRange,
  toImmediateRange,
  updateRenderedRange,
} from './rendered-range.ts';

const count = 1000;
const rowHeight = 64;
const viewHeight = 700;

describe('the range of rendered rows', () => {
  it('counts partly visible rows as visible', () => {
    assert.deepEqual(getVisibleRange(0, viewHeight, rowHeight), { first: 0, end: 11 });
    assert.deepEqual(getVisibleRange(63, viewHeight, rowHeight), { first: 0, end: 12 });
    assert.deepEqual(getVisibleRange(64, viewHeight, rowHeight), { first: 1, end: 12 });
    assert.deepEqual(getVisibleRange(-20, viewHeight, rowHeight), { first: 0, end: 11 });
  });

  it('contains every visible row at any scroll position', () => {
    let rendered: RowRange = { first: 0, end: 0 };
    let top = 0;
    for (const step of [3, 64, 700, 90, -20, -64, -3000, 20_000, 5, -5, 41_000, 1, -50_000]) {
      const next = Math.max(0, top + step);
      const visible = getVisibleRange(next, viewHeight, rowHeight);
      rendered = updateRenderedRange(rendered, visible, count, next >= top);
      top = next;
      assert.ok(isRangeRendered(visible, rendered, count), `${JSON.stringify(rendered)} at ${top}`);
    }
  });

  it('changes only after scrolling by several rows', () => {
    let rendered = updateRenderedRange({ first: 0, end: 0 }, getVisibleRange(0, viewHeight, rowHeight), count, true);
    let changes = 0;
    for (let top = 0; top < 80 * rowHeight; top += 16) {
      const next = updateRenderedRange(rendered, getVisibleRange(top, viewHeight, rowHeight), count, true);
      if (next !== rendered) changes += 1;
      rendered = next;
    }
    assert.ok(changes >= 8 && changes <= 10, String(changes));
  });

  it('stays the same at the ends of the list', () => {
    const top = updateRenderedRange({ first: 0, end: 0 }, { first: 0, end: 11 }, count, true);
    assert.equal(updateRenderedRange(top, { first: 1, end: 12 }, count, true), top);
    const end = updateRenderedRange({ first: 0, end: 0 }, { first: 989, end: 1000 }, count, true);
    assert.equal(updateRenderedRange(end, { first: 989, end: 1000 }, count, true), end);
    assert.equal(updateRenderedRange({ first: 0, end: 3 }, { first: 0, end: 11 }, 3, true).end, 3);
  });

  it('renders visible rows immediately, and retains rendered rows of the target', () => {
    const target = { first: 15, end: 44 };
    assert.deepEqual(toImmediateRange(target, { first: 0, end: 26 }, { first: 20, end: 31 }), { first: 15, end: 31 });
    assert.deepEqual(toImmediateRange(target, { first: 28, end: 60 }, { first: 20, end: 31 }), { first: 20, end: 44 });
    assert.deepEqual(toImmediateRange(target, { first: 200, end: 230 }, { first: 20, end: 31 }), {
      first: 20,
      end: 31,
    });
  });
});
