import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fetchAllPages, type PageQuery } from './fetch-all-pages.ts';

it('fetchAllPages follows the next links, up to the maximum number of pages', async () => {
  const requested: PageQuery[] = [];
  /** Reads a list of three pages: `1 2`, `3 4`, `5`. */
  const fetchPage = async (page: PageQuery) => {
    requested.push(page);
    const start = Number(page.cursor ?? 0);
    const next = start + 2;
    const body = [1, 2, 3, 4, 5].slice(start, next);
    return { body, links: next < 5 ? { next: `/numbers?cursor=${next}` } : {}, etag: null, total: null };
  };
  assert.deepEqual(await fetchAllPages(fetchPage), [1, 2, 3, 4, 5]);
  assert.deepEqual(requested, [{}, { cursor: '2' }, { cursor: '4' }]);
  assert.deepEqual(await fetchAllPages(fetchPage, 2), [1, 2, 3, 4]);
  assert.equal(requested.length, 5);
});
