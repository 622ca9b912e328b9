import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getDistinctRows, type ListPage, nextCursor, refetchPage, toRowVersion } from './list-pages.ts';

/** Rows are sorted by `key`. A page has three rows; its cursor is the key of the last row before it. */
type Row = { id: string; version: number; key: number };
type Pages = { pages: ListPage<Row>[]; pageParams: string[] };

const pageSize = 3;
let reads = 0;

function readPage(stored: readonly Row[], cursor: string): ListPage<Row> {
  const rows = stored.filter(({ key }) => cursor === '' || key > Number(cursor)).toSorted((a, b) => a.key - b.key);
  const body = rows.slice(0, pageSize);
  const next = rows.length > pageSize ? { next: `/tickets?cursor=${body.at(-1)?.key}` } : {};
  return { body, links: next, rowVersions: body.map(toRowVersion), loadedAt: ++reads };
}

/** Loads up to `maxPages` pages. Follows the links from the first page, as the query cache does. */
async function readAll(maxPages: number, read: (cursor: string) => Promise<ListPage<Row>>): Promise<Pages> {
  const all: Pages = { pages: [], pageParams: [] };
  for (let cursor: string | undefined = ''; cursor !== undefined && all.pages.length < maxPages; ) {
    const page = await read(cursor);
    all.pages.push(page);
    all.pageParams.push(cursor);
    cursor = nextCursor(page);
  }
  return all;
}

/** Refetches the visible pages and leaves the remaining pages alone. */
const refetchPages = (before: Pages, stored: readonly Row[], isInView: (index: number) => boolean): Promise<Pages> =>
  readAll(before.pages.length, async cursor => {
    const index = before.pageParams.indexOf(cursor);
    const old = before.pages[index];
    return old && !isInView(index) ? old : refetchPage(cursor, before, async next => readPage(stored, next));
  });

const joinIds = (rows: readonly { id: string }[]): string => rows.map(({ id }) => id).join('');
const createRows = (ids: string): Row[] => [...ids].map((id, index) => ({ id, version: 1, key: (index + 1) * 10 }));

describe('a partially refetched list', () => {
  const stored = createRows('abcdefghi');
  const added = Array.from({ length: 20 }, (_, index) => ({ id: `${index} `, version: 1, key: index / 10 }));
  const moved = stored.map(row => (row.id === 'h' ? { ...row, version: 2, key: 5 } : row));
  const cases: [title: string, now: Row[], ids: string, requests: number][] = [
    ['loads only the visible page if nothing has changed', stored, 'abcdefghi', 1],
    ['closes the gap of removed rows', stored.filter(({ id }) => id !== 'b'), 'acdefghi', 1],
    ['inserts added rows', [...stored, { id: 'x', version: 1, key: 15 }], 'axbcdefghi', 2],
    ['shows a moved row once, at its new position', moved, 'habcdefgi', 2],
    ['loads all pages again if too many rows were added', [...added, ...stored], joinIds(added.slice(0, 18)), 6],
  ];
  for (const [title, now, ids, requests] of cases) {
    it(title, async () => {
      const before = await readAll(3, async cursor => readPage(stored, cursor));
      const readsBefore = reads;
      const after = await refetchPages(before, now, index => index === 0);
      assert.equal(joinIds(getDistinctRows(after.pages)), ids);
      assert.equal(reads - readsBefore, requests);
    });
  }

  it('never skips an unchanged row, and never skips any row after every page is refetched', async () => {
    const ids = [...'abcdefghijklmnopqrst'];
    const edit = fc.record({
      id: fc.constantFrom(...ids, 'v', 'w', 'x', 'y', 'z'),
      key: fc.option(fc.double({ min: 0, max: 220, noNaN: true })),
    });
    const view = fc.array(fc.nat({ max: 6 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 12 }),
        view,
        fc.integer({ min: 1, max: 7 }),
        async (edits, seen, maxPages) => {
          const initialRows = createRows(ids.join(''));
          const loaded = await readAll(maxPages, async cursor => readPage(initialRows, cursor));
          let now = initialRows;
          for (const [index, { id, key }] of edits.entries()) {
            const version = index + 2;
            now = [...now.filter(row => row.id !== id), ...(key === null ? [] : [{ id, version, key }])];
          }
          now = now.filter((row, index) => now.findIndex(({ key }) => key === row.key) === index);
          const after = await refetchPages(loaded, now, index => seen.includes(index));
          const sorted = now.toSorted((a, b) => a.key - b.key);
          const untouched = joinIds(sorted.filter(row => row.version === 1 && ids.includes(row.id)));
          const shown = getDistinctRows(after.pages).filter(({ id }) => untouched.includes(id));
          assert.equal(joinIds(shown), untouched.slice(0, shown.length));
          const whole = await refetchPages(after, now, () => true);
          assert.equal(
            joinIds(getDistinctRows(whole.pages)),
            joinIds(sorted).slice(0, getDistinctRows(whole.pages).length),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
