import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stringifySearch } from '../../api-client/search-params.ts';
import { changeFilter, fromListRoute, getAddedConditions, isSameFilter, parseFilter, toListRoute } from './filter.ts';

const toUrl = (query: string): string => {
  const { path, search } = toListRoute(parseFilter(query));
  return path + stringifySearch(search);
};

describe('the URL of a ticket list', () => {
  it('passes unknown parameters on, so that the API rejects them', () => {
    assert.deepEqual(parseFilter('?stat=open'), { stat: 'open' });
  });

  it('ignores parameters that control paging and output', () => {
    assert.deepEqual(parseFilter('?per_page=1&cursor=x&envelope=true&fields=id&count=true&pretty=false&tag=a'), {
      tag: 'a',
    });
  });
});

describe('the view Recently closed', () => {
  it('has its own path in place of state=closed and sort=-closed_at', () => {
    assert.equal(toUrl('state=closed&sort=-closed_at'), '/tickets/recently_closed');
    assert.equal(toUrl('state=closed&sort=-closed_at&tag=sso'), '/tickets/recently_closed?tag=sso');
    assert.equal(toUrl('state=closed&sort=closed_at'), '/tickets?state=closed&sort=closed_at');
  });

  it('parses back to the same filter', () => {
    const filter = parseFilter('state=closed&sort=-closed_at&q=label');
    const { path, search } = toListRoute(filter);
    assert.ok(isSameFilter(fromListRoute(path, search), filter));
  });

  it('allows a different sort order', () => {
    assert.deepEqual(fromListRoute('/tickets/recently_closed', { sort: 'created_at' }), {
      state: 'closed',
      sort: 'created_at',
    });
  });
});

describe('getAddedConditions', () => {
  const view = { state: 'open', tag: 'billing', sort: 'created_at' };

  it('returns no condition for the view itself in any sort order', () => {
    assert.deepEqual(getAddedConditions({ ...view, sort: '-updated_at' }, view), []);
  });

  it('returns only the conditions that narrow the view', () => {
    assert.deepEqual(getAddedConditions({ q: 'x', ...view, priority: 'high' }, view), [
      ['q', 'x'],
      ['priority', 'high'],
    ]);
  });

  it('returns all conditions if a condition of the view is missing or changed', () => {
    assert.deepEqual(getAddedConditions({ tag: 'billing' }, view), [['tag', 'billing']]);
    assert.deepEqual(getAddedConditions({ state: 'closed', tag: 'billing' }, view), [
      ['state', 'closed'],
      ['tag', 'billing'],
    ]);
  });
});

describe('changeFilter', () => {
  it('removes undefined parameters and preserves other parameters', () => {
    assert.deepEqual(changeFilter({ state: 'open', tag: 'sso' }, { tag: undefined, q: 'x' }), {
      state: 'open',
      q: 'x',
    });
  });
});

it('isSameFilter ignores the order of parameters', () => {
  assert.ok(isSameFilter({ state: 'open', tag: 'sso' }, { tag: 'sso', state: 'open' }));
  assert.ok(!isSameFilter({ state: 'open' }, { state: 'open', tag: 'sso' }));
});
