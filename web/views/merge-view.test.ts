import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isChangedBeside, mergeView, replacedBy } from './merge-view.ts';

const seen = { name: 'EU billing', query: 'tag=billing', shared: false };

describe('a change of a view', () => {
  it('is what differs from the view on which it was decided', () => {
    assert.deepEqual(mergeView(seen, { name: 'EU billing', shared: true }, seen), { shared: true });
    assert.deepEqual(replacedBy({ name: 'EU billing', shared: true }, seen), { shared: false });
  });

  it('goes on top of what another window changed beside it', () => {
    const stored = { ...seen, name: 'Billing' };
    assert.deepEqual(mergeView(seen, { shared: true }, stored), { shared: true });
    assert.equal(isChangedBeside({ shared: true }, seen, stored), true);
    assert.equal(isChangedBeside({ name: 'Billing' }, seen, stored), false);
  });

  it('is done where another window did the same', () => {
    assert.deepEqual(mergeView(seen, { name: 'Billing' }, { ...seen, name: 'Billing' }), {});
  });

  it('is not merged where another window changed the same to something else', () => {
    assert.equal(mergeView(seen, { name: 'Billing', shared: true }, { ...seen, name: 'Invoices' }), null);
  });
});
