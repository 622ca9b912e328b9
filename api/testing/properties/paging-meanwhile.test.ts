import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Ticket } from '#contract';
import { priorities, states } from '#contract/vocabulary';
import { forEachApi, type TestApi } from '../api.ts';
import { ticketSorts, writeSort } from '../arbitraries/ticket-queries.ts';
import { order } from './ticket-order.ts';
import { type Asked, addressOf, expectEnd, readPage } from './walk.ts';

type Draft = { state: (typeof states)[number]; priority: (typeof priorities)[number] };

/** What happens between two pages: a ticket comes, or one of those that were there at the beginning goes. */
type Happening = Draft | number;

const drafts: fc.Arbitrary<Draft> = fc.record({
  state: fc.constantFrom(...states),
  priority: fc.constantFrom(...priorities),
});

/** Tickets of one run, in the order of their creation, and those of them that are still there. */
const createDesk = async (api: TestApi, tag: string, start: readonly Draft[]) => {
  api.clock.stop();
  const known: Ticket[] = [];
  const gone = new Set<string>();
  const add = async (draft: Draft) => {
    const { body } = await api.call<Ticket>('POST', '/v1/tickets', {
      body: { ...draft, subject: 'Moving', tags: [tag] },
    });
    known.push(body);
  };
  for (const draft of start) await add(draft);
  const stayed = [...known];
  return {
    known,
    stays: () => stayed.filter(({ id }) => !gone.has(id)),
    async let(happen: Happening) {
      api.clock.pass(5);
      if (typeof happen !== 'number') return add(happen);
      const victim = stayed[happen % stayed.length];
      if (victim === undefined || gone.has(victim.id)) return;
      gone.add(victim.id);
      await api.call('DELETE', victim.url);
    },
  };
};

/** Reads page after page along `rel` while things happen in between, and returns the rows in the order of the list. */
const walk = async (api: TestApi, asked: Asked, rel: 'next' | 'prev', between: () => Promise<void>) => {
  const first = await readPage<Ticket>(api, addressOf(asked), asked);
  let page = rel === 'next' ? first : await readPage<Ticket>(api, first.links['last'] ?? '', asked);
  const pages = [page.body];
  for (let address = page.links[rel]; address !== undefined; address = page.links[rel]) {
    await between();
    page = await readPage<Ticket>(api, address, asked);
    pages.push(page.body);
    expectEnd(pages);
  }
  return (rel === 'next' ? pages : pages.reverse()).flat();
};

forEachApi(api => {
  describe('GET /tickets along Link while tickets come and go', () => {
    it('visits those that stay exactly once, any other at most once, and all in order', async () => {
      let run = 0;
      const happenings = fc.array(fc.array(fc.oneof(drafts, fc.nat()), { maxLength: 3 }), { maxLength: 5 });
      const start = fc.array(drafts, { minLength: 6, maxLength: 12 });
      const walks = fc.tuple(
        ticketSorts,
        fc.constantFrom('next' as const, 'prev' as const),
        fc.integer({ min: 1, max: 4 }),
      );
      await fc.assert(
        fc.asyncProperty(start, walks, happenings, async (begin, [sort, rel, perPage], script) => {
          const tag = `run-${run++}`;
          const desk = await createDesk(api(), tag, begin);
          const parameters = [['tag', tag] as const, ['sort', writeSort(sort)] as const];
          const steps = script.values();
          const rows = await walk(api(), { path: '/v1/tickets', parameters, perPage }, rel, async () => {
            for (const happening of steps.next().value ?? []) await desk.let(happening);
          });
          const seen = rows.map(({ id }) => id);
          assert.equal(new Set(seen).size, seen.length, 'a ticket twice');
          for (const { id } of desk.stays()) assert.ok(seen.includes(id), `ticket ${id} is missing`);
          const inOrder = order(desk.known, sort).map(({ id }) => id);
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
