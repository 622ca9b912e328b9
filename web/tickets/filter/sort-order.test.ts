import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeSort, formatSort, moveUp, parseSort } from './sort-order.ts';

describe('the sort order of a ticket list', () => {
  it('is parsed and formatted without loss', () => {
    assert.equal(formatSort(parseSort('-priority,created_at')), '-priority,created_at');
    assert.deepEqual(parseSort('state'), [{ key: 'state', isDescending: false }]);
  });

  it('ignores unknown keys', () => {
    assert.equal(formatSort(parseSort('subject,-updated_at,')), '-updated_at');
  });

  it('ignores duplicate keys', () => {
    assert.equal(formatSort(parseSort('priority,-priority,state,priority')), 'priority,state');
  });

  it('moves a key up, except the first', () => {
    const keys = parseSort('-priority,state,created_at');
    assert.equal(formatSort(moveUp(keys, 2)), '-priority,created_at,state');
    assert.equal(formatSort(moveUp(keys, 0)), '-priority,state,created_at');
    assert.equal(formatSort(moveUp(keys, 3)), '-priority,state,created_at');
  });

  it('has a short description', () => {
    assert.equal(describeSort(parseSort('-priority,created_at')), 'Priority, then oldest');
    assert.equal(
      describeSort(parseSort('priority,-state,updated_at')),
      'Lowest priority, then closed first, then oldest update',
    );
    assert.equal(describeSort(parseSort('-closed_at')), 'Last closed');
  });
});
