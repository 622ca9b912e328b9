import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findListView } from './list-views.ts';

describe('findListView', () => {
  it('returns the view with an equal filter', () => {
    assert.equal(findListView({ sort: '-priority,created_at', state: 'open' })?.name, 'Open');
    assert.equal(findListView({})?.name, 'All');
  });

  it('without an equal view, returns the most specific view that the filter narrows, ignoring the sort order', () => {
    assert.equal(findListView({ state: 'open', tag: 'billing', sort: 'created_at' })?.name, 'Open');
    assert.equal(findListView({ state: 'open', assignee_id: 'null', q: 'x' })?.name, 'Unassigned');
    assert.equal(findListView({ q: 'invoice' })?.name, 'All');
  });
});
