import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Ticket } from '#contract';
import { priorities, states } from '#contract/enums';
import { forEachApi, type TestApi } from '../api.ts';
import { ticketSorts, toSortParameter } from '../arbitraries/ticket-queries.ts';
import { expectNoCycle, type ListRequest, readListPage, toListAddress } from './expect-pages.ts';
import { sortTickets } from './ticket-order.ts';

type Draft = { state: (typeof states)[number]; priority: (typeof priorities)[number] };

/** A change between two pages: a new ticket, or the index of an initial ticket to delete. */
type Change = Draft | number;

const drafts: fc.Arbitrary<Draft> = fc.record({
  state: fc.constantFrom(...states),
  priority: fc.constantFrom(...priorities),
});

/** The tickets of one run in creation order, and those not deleted. */
const createDesk = async (api: TestApi, tag: string, initialDrafts: readonly Draft[]) => {
  api.clock.freeze();
  const known: Ticket[] = [];
  const deleted = new Set<string>();
  const add = async (draft: Draft) => {
    const { body } = await api.call<Ticket>('POST', '/v1/tickets', {
      body: { ...draft, subject: 'Moving', tags: [tag] },
    });
    known.push(body);
  };
  for (const draft of initialDrafts) await add(draft);
  const initial = [...known];
  return {
    known,
    remaining: () => initial.filter(({ id }) => !deleted.has(id)),
    async apply(change: Change) {
      api.clock.advance(5);
      if (typeof change !== 'number') return add(change);
      const victim = initial[change % initial.length];
      if (victim === undefined || deleted.has(victim.id)) return;
      deleted.add(victim.id);
      await api.call('DELETE', victim.url);
    },
  };
};

/** Follows `rel` links with changes between the pages, and returns the rows in list order. */
const walk = async (api: TestApi, list: ListRequest, rel: 'next' | 'prev', between: () => Promise<void>) => {
  const first = await readListPage<Ticket>(api, toListAddress(list), list);
  let page = rel === 'next' ? first : await readListPage<Ticket>(api, first.links['last'] ?? '', list);
  const pages = [page.body];
  for (let address = page.links[rel]; address !== undefined; address = page.links[rel]) {
    await between();
    page = await readListPage<Ticket>(api, address, list);
    pages.push(page.body);
    expectNoCycle(pages);
  }
  return (rel === 'next' ? pages : pages.reverse()).flat();
};

forEachApi(api => {
  describe('paging GET /tickets during inserts and deletes', () => {
    it('returns remaining tickets exactly once, others at most once, all in order', async () => {
      let run = 0;
      const changes = fc.array(fc.array(fc.oneof(drafts, fc.nat()), { maxLength: 3 }), { maxLength: 5 });
      const initialDrafts = fc.array(drafts, { minLength: 6, maxLength: 12 });
      const walks = fc.tuple(
        ticketSorts,
        fc.constantFrom('next' as const, 'prev' as const),
        fc.integer({ min: 1, max: 4 }),
      );
      await fc.assert(
        fc.asyncProperty(initialDrafts, walks, changes, async (initial, [sort, rel, perPage], script) => {
          const tag = `run-${run++}`;
          const desk = await createDesk(api(), tag, initial);
          const parameters = [['tag', tag] as const, ['sort', toSortParameter(sort)] as const];
          const steps = script.values();
          const rows = await walk(api(), { path: '/v1/tickets', parameters, perPage }, rel, async () => {
            for (const change of steps.next().value ?? []) await desk.apply(change);
          });
          const seen = rows.map(({ id }) => id);
          assert.equal(new Set(seen).size, seen.length, 'a duplicate ticket');
          for (const { id } of desk.remaining()) assert.ok(seen.includes(id), `ticket ${id} is missing`);
          const inOrder = sortTickets(desk.known, sort).map(({ id }) => id);
          assert.deepEqual(
            seen,
            inOrder.filter(id => seen.includes(id)),
          );
        }),
        { numRuns: 20 },
      );
    });
  });
});
