import { equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { millisecondsOf } from './age.ts';

describe('an age', () => {
  it('adds up days, hours and minutes', () => {
    equal(millisecondsOf('1d4h'), 28 * 3_600_000);
    equal(millisecondsOf('2h5m'), 125 * 60_000);
    equal(millisecondsOf('55m'), 55 * 60_000);
  });

  it('refuses units out of order', () => {
    throws(() => millisecondsOf('5m2h'), RangeError);
  });
});
