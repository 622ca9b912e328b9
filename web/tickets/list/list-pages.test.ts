import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ListPage, nextCursor, readFitting, readingOf, rowsOf } from './list-pages.ts';

/** Rows are sorted by `key`; a page has three of them, and its cursor is the key of the last one before it. */
type Row = { id: string; version: number; key: number };
type Pages = { pages: ListPage<Row>[]; pageParams: string[] };

const pageSize = 3;
let reads = 0;

function readPage(stored: readonly Row[], cursor: string): ListPage<Row> {
  const rest = stored.filter(({ key }) => cursor === '' || key > Number(cursor)).toSorted((a, b) => a.key - b.key);
  const body = rest.slice(0, pageSize);
  const next = rest.length > pageSize ? { next: `/tickets?cursor=${body.at(-1)?.key}` } : {};
  return { body, links: next, read: body.map(readingOf), at: ++reads };
}

/** As the query cache does it: from the first page along the links, as many as there were. */
async function readAll(most: number, read: (cursor: string) => Promise<ListPage<Row>>): Promise<Pages> {
  const all: Pages = { pages: [], pageParams: [] };
  for (let cursor: string | undefined = ''; cursor !== undefined && all.pages.length < most; ) {
    const page = await read(cursor);
    all.pages.push(page);
    all.pageParams.push(cursor);
    cursor = nextCursor(page);
  }
  return all;
}

/** Reads again what is in view, and leaves the rest as it was. */
const readAgain = (before: Pages, stored: readonly Row[], inView: (index: number) => boolean): Promise<Pages> =>
  readAll(before.pages.length, async cursor => {
    const index = before.pageParams.indexOf(cursor);
    const old = before.pages[index];
    return old && !inView(index) ? old : readFitting(cursor, before, async next => readPage(stored, next));
  });

const idsOf = (rows: readonly { id: string }[]): string => rows.map(({ id }) => id).join('');
const rowsFrom = (ids: string): Row[] => [...ids].map((id, index) => ({ id, version: 1, key: (index + 1) * 10 }));

describe('pages of a list that are read again', () => {
  const stored = rowsFrom('abcdefghi');
  /** Reads three pages, and the first of them again after a change. */
  async function readTwice(now: Row[]): Promise<{ before: Pages; after: Pages; requests: number }> {
    const before = await readAll(3, async cursor => readPage(stored, cursor));
    const readsBefore = reads;
    const after = await readAgain(before, now, index => index === 0);
    return { before, after, requests: reads - readsBefore };
  }

  it('are the same where nothing has changed, but for what is in view', async () => {
    const { before, after, requests } = await readTwice(stored);
    assert.equal(idsOf(rowsOf(after.pages)), 'abcdefghi');
    assert.deepEqual(after.pages.slice(1), before.pages.slice(1));
    assert.equal(requests, 1);
  });

  it('close up where rows have left', async () => {
    const { before, after, requests } = await readTwice(stored.filter(({ id }) => id !== 'b'));
    assert.equal(idsOf(rowsOf(after.pages)), 'acdefghi');
    assert.equal(after.pages[1], before.pages[1]);
    assert.equal(requests, 1);
  });

  it('are longer by what has entered', async () => {
    const { after, requests } = await readTwice([...stored, { id: 'x', version: 1, key: 15 }]);
    assert.equal(idsOf(rowsOf(after.pages)), 'axbcdefghi');
    assert.equal(requests, 2);
  });

  it('begin anew where too much has entered', async () => {
    const flood = Array.from({ length: 20 }, (_, index) => ({ id: `${index} `, version: 1, key: index / 10 }));
    const { after, requests } = await readTwice([...flood, ...stored]);
    assert.equal(idsOf(rowsOf(after.pages)), idsOf(flood.slice(0, 18)));
    assert.equal(requests, 6);
  });

  it('show a row that moved up once, and at its new place', async () => {
    const { after } = await readTwice(stored.map(row => (row.id === 'h' ? { ...row, version: 2, key: 5 } : row)));
    assert.equal(idsOf(rowsOf(after.pages)), 'habcdefgi');
  });

  it('have every row that nobody touched, in its order; and all of them once each page has been in view', async () => {
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
        async (edits, seen, most) => {
          const then = rowsFrom(ids.join(''));
          const loaded = await readAll(most, async cursor => readPage(then, cursor));
          let now = then;
          for (const [index, { id, key }] of edits.entries()) {
            const version = index + 2;
            now = [...now.filter(row => row.id !== id), ...(key === null ? [] : [{ id, version, key }])];
          }
          now = now.filter((row, index) => now.findIndex(({ key }) => key === row.key) === index);
          const after = await readAgain(loaded, now, index => seen.includes(index));
          const sorted = now.toSorted((a, b) => a.key - b.key);
          const untouched = idsOf(sorted.filter(row => row.version === 1 && ids.includes(row.id)));
          const shown = rowsOf(after.pages).filter(({ id }) => untouched.includes(id));
          assert.equal(idsOf(shown), untouched.slice(0, shown.length));
          const whole = await readAgain(after, now, () => true);
          assert.equal(idsOf(rowsOf(whole.pages)), idsOf(sorted).slice(0, rowsOf(whole.pages).length));
        },
      ),
      { numRuns: 500 },
    );
  });
});
