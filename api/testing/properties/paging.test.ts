import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Ticket } from '#contract';
import { priorities, states } from '#contract/enums';
import { forEachApi, type TestApi } from '../api.ts';
import { type FilterSample, ticketFilters, ticketSorts, toSortParameter } from '../arbitraries/ticket-queries.ts';
import { expectPages, type ListRequest, toListAddress } from './expect-pages.ts';
import { matchesFilter, sortTickets } from './ticket-order.ts';

const tags = ['billing', 'vip', 'import'];
const words = ['alpha', 'béta', '&gamma=', '%41', 'δέλτα+'];

/** Tickets with few distinct values, so that ties are common. */
const bodies = (agentId: string) =>
  fc.record({
    subject: fc.subarray(words, { minLength: 1 }).map(chosen => chosen.join(' ')),
    state: fc.constantFrom(...states),
    priority: fc.constantFrom(...priorities),
    assignee_id: fc.constantFrom(null, agentId),
    tags: fc.subarray(tags),
  });

/** Creates tickets with shared timestamps, and returns them in creation order. */
const fill = async (api: TestApi): Promise<Ticket[]> => {
  api.clock.freeze();
  for (let batch = 0; batch < 9; batch++) {
    const drafts = fc.sample(bodies(api.people.agent.id), { numRuns: 5, seed: batch });
    const created = await Promise.all(drafts.map(body => api.call<Ticket>('POST', '/v1/tickets', { body })));
    api.clock.advance(10);
    const [{ body: one } = { body: null }] = created;
    if (one !== null) await api.call('PATCH', one.url, { body: { state: one.state === 'closed' ? 'open' : 'closed' } });
  }
  const { body } = await api.call<Ticket[]>('GET', '/v1/tickets?per_page=100');
  return body.sort((one, other) => Number(one.id) - Number(other.id));
};

const toParameters = (filter: FilterSample): [string, string][] =>
  Object.entries(filter).map(([name, value]) => [name, String(value)]);

forEachApi(api => {
  let desk: Ticket[] = [];
  before(async () => {
    desk = await fill(api());
  });

  const expected = (filter: FilterSample) => desk.filter(row => matchesFilter(row, filter, api().people.agent.id));
  const filters = () => ticketFilters({ tags, words, times: [...new Set(desk.map(row => row.updated_at))] });
  const sizes = fc.integer({ min: 3, max: 20 });

  describe('paging GET /tickets', () => {
    it('returns each row once, in order, forward and backward, for any sort and filter', async () => {
      await fc.assert(
        fc.asyncProperty(ticketSorts, filters(), sizes, async (sort, filter, perPage) => {
          const parameters = [...toParameters(filter), ['sort', toSortParameter(sort)] as const];
          const rows = sortTickets(expected(filter), sort);
          await expectPages(
            api(),
            { path: '/v1/tickets', parameters, perPage },
            rows.map(({ id }) => id),
          );
        }),
        { numRuns: 20 },
      );
    });

    it('reverses the list when every sort direction is flipped', async () => {
      await fc.assert(
        fc.asyncProperty(ticketSorts, filters(), async (sort, filter) => {
          const listAll = async (keys: typeof sort) => {
            const parameters = [...toParameters(filter), ['sort', toSortParameter(keys)] as const];
            return (await api().call<Ticket[]>('GET', toListAddress({ path: '/v1/tickets', parameters, perPage: 100 })))
              .body;
          };
          const flipped = sort.map(({ key, descending }) => ({ key, descending: !descending }));
          assert.deepEqual((await listAll(flipped)).reverse(), await listAll(sort));
        }),
        { numRuns: 20 },
      );
    });
  });

  describe('paging GET /tickets/recently_closed', () => {
    it('returns each matching closed row once, newest first, forward and backward', async () => {
      const others = filters().map(({ state: _, ...filter }) => filter);
      await fc.assert(
        fc.asyncProperty(others, fc.option(ticketSorts), sizes, async (filter, sort, perPage) => {
          const rows = sortTickets(
            expected({ ...filter, state: ['closed'] }),
            sort ?? [{ key: 'closed_at', descending: true }],
          );
          const parameters = [...toParameters(filter), ...(sort ? [['sort', toSortParameter(sort)] as const] : [])];
          const list: ListRequest = { path: '/v1/tickets/recently_closed', parameters, perPage };
          await expectPages(
            api(),
            list,
            rows.map(({ id }) => id),
          );
        }),
        { numRuns: 15 },
      );
    });
  });
});
