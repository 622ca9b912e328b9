import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { median, medianRatio, percentile } from './statistics.ts';

describe('statistics', () => {
  it('percentile returns one of the values, and the largest value for 1', () => {
    const milliseconds = Array.from({ length: 100 }, (_, index) => 100 - index);
    assert.equal(percentile(milliseconds, 0.5), 50);
    assert.equal(percentile(milliseconds, 0.99), 99);
    assert.equal(percentile(milliseconds, 1), 100);
    assert.equal(percentile([7], 0.99), 7);
  });

  it('median of an even number of values is the mean of the middle two', () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([10, 1, 3, 2]), 2.5);
  });

  it('percentile and median of no values are NaN', () => {
    assert.equal(percentile([], 0.5), Number.NaN);
    assert.equal(median([]), Number.NaN);
  });

  it('medianRatio compares within each round, so that a slow round has no effect', () => {
    assert.equal(medianRatio([80, 8, 82], [100, 10, 100]), 0.8);
  });
});
