import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { neighbours } from './neighbours.ts';

const rows = ['a', 'b', 'c'].map(id => ({ id }));

describe('the neighbours of a ticket', () => {
  it('are the rows before and after it', () => {
    assert.deepEqual(neighbours(rows, 'b', 1), { previous: 'a', next: 'c' });
    assert.deepEqual(neighbours(rows, 'a', 0), { previous: undefined, next: 'b' });
    assert.deepEqual(neighbours(rows, 'c', 2), { previous: 'b', next: undefined });
  });

  it('are the rows around its last position once it has left the list', () => {
    assert.deepEqual(neighbours(rows, 'x', 1), { previous: 'a', next: 'b' });
    assert.deepEqual(neighbours(rows, 'x', 0), { previous: undefined, next: 'a' });
    assert.deepEqual(neighbours(rows, 'x', 3), { previous: 'c', next: 'c' });
  });

  it('start with the first row for a ticket that was never in the list', () => {
    assert.deepEqual(neighbours(rows, 'x', -1), { previous: undefined, next: 'a' });
    assert.deepEqual(neighbours([], 'x', -1), { previous: undefined, next: undefined });
  });
});
