import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findNeighbours } from './find-neighbours.ts';

const rows = ['a', 'b', 'c'].map(id => ({ id }));

describe('findNeighbours', () => {
  it('returns the ids before and after a row', () => {
    assert.deepEqual(findNeighbours(rows, 'b', 1), { previous: 'a', next: 'c' });
    assert.deepEqual(findNeighbours(rows, 'a', 0), { previous: undefined, next: 'b' });
    assert.deepEqual(findNeighbours(rows, 'c', 2), { previous: 'b', next: undefined });
  });

  it('returns the ids around the last position of a row that has left the list', () => {
    assert.deepEqual(findNeighbours(rows, 'x', 1), { previous: 'a', next: 'b' });
    assert.deepEqual(findNeighbours(rows, 'x', 0), { previous: undefined, next: 'a' });
    assert.deepEqual(findNeighbours(rows, 'x', 3), { previous: 'c', next: 'c' });
  });

  it('returns the first id as next for a row that was never in the list', () => {
    assert.deepEqual(findNeighbours(rows, 'x', -1), { previous: undefined, next: 'a' });
    assert.deepEqual(findNeighbours([], 'x', -1), { previous: undefined, next: undefined });
  });
});
