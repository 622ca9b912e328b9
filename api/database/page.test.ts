import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { priorities, states, ticketSortKeys } from '#contract/enums';
import { forEachEngine } from '../testing/engines.ts';
import type { Database } from './database.ts';
import type { SortColumn } from './keyset.ts';
import { createScan, type PageAnchor, readPage } from './page.ts';

/** Few distinct values, so that ties are common. */
const rows = Array.from({ length: 40 }, (_, each) => ({
  id: `t${each}`,
  version: 1,
  created_at: 1000 + (each % 7),
  updated_at: 2000 + (each % 3),
  subject: 'x',
  description: '',
  customer_name: null,
  customer_email: null,
  state: each % states.length,
  priority: (each * 7) % priorities.length,
  assignee_id: null,
  tags: '[]',
  closed_at: each % states.length === 2 ? 1500 + (each % 2) : 0,
  messages_count: 0,
  last_message_at: 0,
  awaiting_reply: 0,
  created_by: '1',
}));

const anySort: fc.Arbitrary<SortColumn[]> = fc
  .shuffledSubarray([...ticketSortKeys], { minLength: 1, maxLength: 4 })
  .chain(keys => fc.tuple(...keys.map(column => fc.boolean().map(descending => ({ column, descending })))));

type Row = { n: number };

/** The expected order, by the definition of the sort. */
const expectedOrder = (all: (Row & Record<string, unknown>)[], sort: readonly SortColumn[]): number[] => {
  const keys = [...sort, { column: 'n', descending: sort.at(-1)?.descending ?? false }];
  return all
    .toSorted((left, right) => {
      for (const { column, descending } of keys) {
        const order = Number(left[column]) - Number(right[column]);
        if (order !== 0) return descending ? -order : order;
      }
      return 0;
    })
    .map(({ n }) => n);
};

const page = (database: Database, sort: readonly SortColumn[], anchor: PageAnchor, limit: number) =>
  readPage(createScan(database.read.selectFrom('tickets').selectAll('tickets'), 'tickets'), sort, anchor, limit);

forEachEngine(database => {
  before(async () => {
    await database().transaction(writes => writes.insertInto('tickets').values(rows).execute());
  });

  it('returns every row once and in order, forward and backward, for any sort and page size', async () => {
    const all = await database().read.selectFrom('tickets').selectAll().execute();
    await fc.assert(
      fc.asyncProperty(anySort, fc.integer({ min: 1, max: 41 }), async (sort, limit) => {
        const forward: number[][] = [];
        let current = await page(database(), sort, { from: 'start' }, limit);
        forward.push(current.rows.map(({ n }) => n));
        while (current.hasNext && current.last !== null) {
          current = await page(database(), sort, { from: 'after', position: current.last }, limit);
          forward.push(current.rows.map(({ n }) => n));
        }
        assert.deepEqual(forward.flat(), expectedOrder(all, sort));

        const back = [current.rows.map(({ n }) => n)];
        while (current.hasPrevious && current.first !== null) {
          current = await page(database(), sort, { from: 'before', position: current.first }, limit);
          back.unshift(current.rows.map(({ n }) => n));
        }
        assert.deepEqual(back, forward);
      }),
      { numRuns: 60 },
    );
  });

  it('reverses the list when every sort direction is flipped', async () => {
    await fc.assert(
      fc.asyncProperty(anySort, async sort => {
        const flipped = sort.map(({ column, descending }) => ({ column, descending: !descending }));
        const [one, other] = [
          await page(database(), sort, { from: 'start' }, 100),
          await page(database(), flipped, { from: 'start' }, 100),
        ];
        assert.deepEqual(
          one.rows.map(({ n }) => n),
          other.rows.map(({ n }) => n).reverse(),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('returns the last rows from the end', async () => {
    const all = await database().read.selectFrom('tickets').selectAll().execute();
    const sort = [{ column: 'priority', descending: true }];
    const last = await page(database(), sort, { from: 'end' }, 7);
    assert.deepEqual(
      last.rows.map(({ n }) => n),
      expectedOrder(all, sort).slice(-7),
    );
    assert.deepEqual([last.hasPrevious, last.hasNext], [true, false]);
  });
});
