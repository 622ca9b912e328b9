import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { viewOf } from './views.ts';

describe('the view of a filter', () => {
  it('is the view with an equal filter', () => {
    assert.equal(viewOf({ sort: '-priority,created_at', state: 'open' })?.name, 'Open');
    assert.equal(viewOf({})?.name, 'All');
  });

  it('is otherwise the most specific view that it narrows, in any order', () => {
    assert.equal(viewOf({ state: 'open', tag: 'billing', sort: 'created_at' })?.name, 'Open');
    assert.equal(viewOf({ state: 'open', assignee_id: 'null', q: 'x' })?.name, 'Unassigned');
    assert.equal(viewOf({ q: 'invoice' })?.name, 'All');
  });
});
