import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseSearch, stringifySearch } from '../../api-client/search-params.ts';
import { changeFilter, fromListRoute, isSameFilter, parseFilter, readFilter, toListRoute } from './filter.ts';

const toAddress = (query: string): string => {
  const { path, search } = toListRoute(parseFilter(query));
  return path + stringifySearch(search);
};

describe("the URL of a ticket list, the same as the API's query", () => {
  for (const query of [
    '?state=open&sort=-priority,created_at&q=charged+twice&assignee_id=me&tag=billing',
    '?assignee_id=null&state=open,pending',
    '?created_since=2026-11-01T00:00:00Z&customer_email=amelie@atelier-laurent.example',
    '?q=Am%C3%A9lie+%2B+%26+%3D+%22a+phrase%22',
  ]) {
    it(`reads and writes ${query} without changing a byte`, () => {
      assert.equal(stringifySearch(readFilter(parseSearch(query))), query);
    });
  }

  it('passes unknown parameters on, so that the API rejects them', () => {
    assert.deepEqual(parseFilter('?stat=open'), { stat: 'open' });
  });

  it('ignores parameters that control paging and output', () => {
    assert.deepEqual(parseFilter('?per_page=1&cursor=x&envelope=true&fields=id&count=true&pretty=false&tag=a'), {
      tag: 'a',
    });
  });

  it('reads back any written filter unchanged', () => {
    const filters = fc.dictionary(
      fc.constantFrom('q', 'tag', 'state', 'sort', 'customer_email'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(filters, filter => {
        assert.deepEqual(parseFilter(stringifySearch(filter)), { ...filter });
      }),
    );
  });
});

describe('the view Recently closed', () => {
  it('lists closed tickets, last closed first', () => {
    assert.equal(toAddress('state=closed&sort=-closed_at'), '/tickets/recently_closed');
    assert.equal(toAddress('state=closed&sort=-closed_at&tag=sso'), '/tickets/recently_closed?tag=sso');
    assert.equal(toAddress('state=closed&sort=closed_at'), '/tickets?state=closed&sort=closed_at');
  });

  it('parses back to the same filter', () => {
    const filter = parseFilter('state=closed&sort=-closed_at&q=label');
    const { path, search } = toListRoute(filter);
    assert.ok(isSameFilter(fromListRoute(path, search), filter));
  });

  it('allows a different order', () => {
    assert.deepEqual(fromListRoute('/tickets/recently_closed', { sort: 'created_at' }), {
      state: 'closed',
      sort: 'created_at',
    });
  });
});

describe('changing a filter', () => {
  it('removes undefined parameters and preserves the rest', () => {
    assert.deepEqual(changeFilter({ state: 'open', tag: 'sso' }, { tag: undefined, q: 'x' }), {
      state: 'open',
      q: 'x',
    });
  });

  it('ignores the order of names when comparing filters', () => {
    assert.ok(isSameFilter({ state: 'open', tag: 'sso' }, { tag: 'sso', state: 'open' }));
    assert.ok(!isSameFilter({ state: 'open' }, { state: 'open', tag: 'sso' }));
  });
});
