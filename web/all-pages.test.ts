import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PageQuery, readAllPages } from './all-pages.ts';

/** A list of three pages, `1 2`, `3 4`, `5`, and which pages were asked for. */
function createList() {
  const asked: PageQuery[] = [];
  const read = async (page: PageQuery) => {
    asked.push(page);
    const start = Number(page.cursor ?? 0);
    const next = start + 2;
    const body = [1, 2, 3, 4, 5].slice(start, next);
    return { body, links: next < 5 ? { next: `/numbers?cursor=${next}` } : {}, etag: null, total: null };
  };
  return { asked, read };
}

describe('a list that is read to its end', () => {
  it('is read page after page, each at the cursor that the one before leads to', async () => {
    const { asked, read } = createList();
    assert.deepEqual(await readAllPages(read), [1, 2, 3, 4, 5]);
    assert.deepEqual(asked, [{}, { cursor: '2' }, { cursor: '4' }]);
  });

  it('is read no further than was asked for', async () => {
    const { asked, read } = createList();
    assert.deepEqual(await readAllPages(read, 2), [1, 2, 3, 4]);
    assert.equal(asked.length, 2);
  });
});
