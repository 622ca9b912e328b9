import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { median, medianRatio, percentile } from './statistics.ts';

describe('statistics', () => {
  it('a percentile is a value that was measured, the slowest at the very end', () => {
    const milliseconds = Array.from({ length: 100 }, (_, index) => 100 - index);
    assert.equal(percentile(milliseconds, 0.5), 50);
    assert.equal(percentile(milliseconds, 0.99), 99);
    assert.equal(percentile(milliseconds, 1), 100);
    assert.equal(percentile([7], 0.99), 7);
  });

  it('the median of an even number of values lies between the two in the middle', () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([10, 1, 3, 2]), 2.5);
  });

  it('of nothing measured nothing is said', () => {
    assert.equal(percentile([], 0.5), Number.NaN);
    assert.equal(median([]), Number.NaN);
  });

  it('a ratio is taken within each round, so that one bad moment of the machine does not count', () => {
    assert.equal(medianRatio([80, 8, 82], [100, 10, 100]), 0.8);
  });
});
