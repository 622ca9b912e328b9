import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeSort, formatSort, moveUp, parseSort } from './sort-order.ts';

describe('the order of a ticket list', () => {
  it('is read and written without loss', () => {
    assert.equal(formatSort(parseSort('-priority,created_at')), '-priority,created_at');
    assert.deepEqual(parseSort('state'), [{ key: 'state', descending: false }]);
  });

  it('leaves out keys that there are not', () => {
    assert.equal(formatSort(parseSort('subject,-updated_at,')), '-updated_at');
  });

  it('has no key twice, whatever an address says', () => {
    assert.equal(formatSort(parseSort('priority,-priority,state,priority')), 'priority,state');
  });

  it('changes places of two keys, and stays as it is where nothing is above', () => {
    const keys = parseSort('-priority,state,created_at');
    assert.equal(formatSort(moveUp(keys, 2)), '-priority,created_at,state');
    assert.equal(formatSort(moveUp(keys, 0)), '-priority,state,created_at');
    assert.equal(formatSort(moveUp(keys, 3)), '-priority,state,created_at');
  });

  it('is said in a few words', () => {
    assert.equal(describeSort(parseSort('-priority,created_at')), 'Priority ↓, oldest');
    assert.equal(describeSort(parseSort('-closed_at')), 'Last closed');
  });
});
