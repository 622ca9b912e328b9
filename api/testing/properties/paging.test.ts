import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Event, Gist } from '#contract';
import { priorities, states, ticketSortKeys } from '#contract/enums';
import { eventTypes } from '#contract/resources';
import { forEachApi, type TestApi } from '../api.ts';
import { expectPages, readForward } from './expect-pages.ts';

type Created = { id: string; url: string; created_at: string; updated_at: string };

/** Creates resources in sequence, several with the same timestamp, and changes one member of some. */
const fill = async (
  api: TestApi,
  path: string,
  member: string,
  body: (index: number) => unknown,
): Promise<Created[]> => {
  api.clock.freeze();
  const created: Created[] = [];
  for (let index = 0; index < 14; index++) {
    const { body: one } = await api.call<Created>('POST', path, { body: body(index) });
    if (index % 3 === 0) api.clock.advance(10);
    created.push(one);
  }
  for (const index of [3, 4, 11]) {
    const patch = { [member]: 'Changed, alpha' };
    const { body: changed } = await api.call<Created>('PATCH', created[index]?.url ?? '', { body: patch });
    created[index] = changed;
  }
  return created;
};

/** Sorts ids by a time, ties in creation order; descending reverses the list. */
const sortIds = (created: readonly Created[], key: 'created_at' | 'updated_at', descending: boolean): string[] => {
  const sorted = created.map(({ id, [key]: time }, index) => ({ id, time, index }));
  sorted.sort((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : left.index - right.index));
  const ids = sorted.map(({ id }) => id);
  return descending ? ids.reverse() : ids;
};

const sorts = fc.tuple(fc.constantFrom('created_at' as const, 'updated_at' as const), fc.boolean());
const sizes = fc.integer({ min: 2, max: 15 });
const sortParameter = (key: string, descending: boolean) => ['sort', `${descending ? '-' : ''}${key}`] as const;
/** One to four different keys, ascending or descending. */
const ticketSorts = fc
  .shuffledSubarray([...ticketSortKeys], { minLength: 1, maxLength: 4 })
  .chain(keys => fc.tuple(...keys.map(key => fc.constantFrom(key, `-${key}`))))
  .map(keys => keys.join());

forEachApi(api => {
  describe('paging a list', () => {
    // list-model.test.ts proves the order of tickets, and that a cursor survives changes to the list.
    it('200 returns each matching ticket once, in the order of one large page, forward and backward', async () => {
      await fill(api(), '/v1/tickets', 'subject', index => ({
        subject: `alpha ${index % 2 === 0 ? '&gamma=' : '%41'}`,
        state: states[index % states.length],
        priority: priorities[index % priorities.length],
      }));
      const paths = fc.constantFrom('/v1/tickets', '/v1/tickets/recently_closed');
      const searches = fc.constantFrom('alpha', '&gamma=', '%41');
      await fc.assert(
        fc.asyncProperty(paths, searches, ticketSorts, sizes, async (path, q, sort, perPage) => {
          const parameters = [['q', q] as const, ['sort', sort] as const];
          const [all] = await readForward<Created>(api(), { path, parameters, perPage: 100 });
          await expectPages(api(), { path, parameters, perPage }, all?.body.map(({ id }) => id) ?? []);
        }),
        { numRuns: 20 },
      );
    });

    it('200 returns each message of a ticket once, in order, forward and backward', async () => {
      const { body: ticket } = await api().call<Created>('POST', '/v1/tickets', { body: { subject: 'Long' } });
      const path = `/v1/tickets/${ticket.id}/messages`;
      const { body: other } = await api().call<Created>('POST', '/v1/tickets', { body: { subject: 'Another' } });
      await api().call('POST', `${other.url}/messages`, { body: { body: 'Of another thread' } });
      const created = await fill(api(), path, 'body', index => ({ body: `Message ${index}` }));
      await fc.assert(
        fc.asyncProperty(sorts, sizes, async ([key, descending], perPage) => {
          const list = { path, parameters: [sortParameter(key, descending)], perPage };
          await expectPages(api(), list, sortIds(created, key, descending));
        }),
        { numRuns: 10 },
      );
    });

    it('200 returns each matching gist once, in order, forward and backward', async () => {
      await fill(api(), '/v1/gists', 'description', index => ({
        description: index % 2 === 0 ? 'alpha' : 'beta',
        files: { a: { content: '' } },
      }));
      const { body } = await api().call<Gist[]>('GET', '/v1/gists?per_page=100');
      const created = body.sort((left, right) => Number(left.id) - Number(right.id));
      const filters = fc.constantFrom(['q', 'alpha'] as const, ['q', 'beta'] as const);
      await fc.assert(
        fc.asyncProperty(sorts, filters, sizes, async ([key, descending], filter, perPage) => {
          const rows = created.filter(({ description }) => description.toLowerCase().includes(filter[1]));
          const list = { path: '/v1/gists', parameters: [filter, sortParameter(key, descending)], perPage };
          await expectPages(api(), list, sortIds(rows, key, descending));
        }),
        { numRuns: 10 },
      );
    });

    it('200 returns each matching event once, newest first, forward and backward', async () => {
      await fill(api(), '/v1/tickets', 'subject', index => ({ subject: `Ticket ${index}` }));
      const all = { path: '/v1/events', parameters: [], perPage: 100 };
      const events = (await readForward<Event>(api(), all)).flatMap(({ body }) => body);
      const filters = fc.record(
        { type: fc.subarray([...eventTypes], { minLength: 1 }), ticket_id: fc.constantFrom('1', '2', '3', 'none') },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(filters, sizes, async (filter, perPage) => {
          const { type = eventTypes, ticket_id } = filter;
          const rows = events.filter(
            event => type.includes(event.type) && (ticket_id === undefined || event.ticket_id === ticket_id),
          );
          const ids = rows.map(({ id }) => id).sort((left, right) => Number(right) - Number(left));
          const parameters = Object.entries(filter).map(([name, value]) => [name, String(value)] as const);
          await expectPages(api(), { path: '/v1/events', parameters, perPage }, ids);
        }),
        { numRuns: 12 },
      );
    });
  });
});
