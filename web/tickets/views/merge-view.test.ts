import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getReplacedValues, hasOtherChanges, mergeView } from './merge-view.ts';

const seen = { name: 'EU billing', query: 'tag=billing', shared: false };

describe('a change of a view', () => {
  it('contains only the fields that differ from the seen view', () => {
    assert.deepEqual(mergeView(seen, { name: 'EU billing', shared: true }, seen), { shared: true });
    assert.deepEqual(getReplacedValues({ name: 'EU billing', shared: true }, seen), { shared: false });
  });

  it('merges with other fields changed in another window', () => {
    const stored = { ...seen, name: 'Billing' };
    assert.deepEqual(mergeView(seen, { shared: true }, stored), { shared: true });
    assert.equal(hasOtherChanges({ shared: true }, seen, stored), true);
    assert.equal(hasOtherChanges({ name: 'Billing' }, seen, stored), false);
  });

  it('is empty if another window made the same change', () => {
    assert.deepEqual(mergeView(seen, { name: 'Billing' }, { ...seen, name: 'Billing' }), {});
  });

  it('conflicts if another window changed the same field differently', () => {
    assert.equal(mergeView(seen, { name: 'Billing', shared: true }, { ...seen, name: 'Invoices' }), null);
  });
});
