import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Event, Gist } from '#contract';
import { eventTypes } from '#contract/vocabulary';
import { forEachApi, type TestApi } from '../api.ts';
import { expectWalk, walkForward } from './walk.ts';

type Made = { id: string; url: string; created_at: string; updated_at: string };

/** Creates things one after the other and changes some of them, several within one tick of the clock. */
const fill = async (api: TestApi, address: string, body: (index: number) => unknown): Promise<Made[]> => {
  api.clock.stop();
  const made: Made[] = [];
  for (let index = 0; index < 14; index++) {
    const { body: one } = await api.call<Made>('POST', address, { body: body(index) });
    if (index % 3 === 0) api.clock.pass(10);
    made.push(one);
  }
  for (const index of [3, 4, 11]) {
    const patch = { [address.endsWith('gists') ? 'description' : 'body']: 'Changed, alpha' };
    const { body: changed } = await api.call<Made>('PATCH', made[index]?.url ?? '', { body: patch });
    made[index] = changed;
  }
  return made;
};

/** Ids by one time, those of one tick in the order of their creation, or all of that the other way round. */
const idsBy = (made: readonly Made[], key: 'created_at' | 'updated_at', descending: boolean): string[] => {
  const sorted = made.map(({ id, [key]: time }, index) => ({ id, time, index }));
  sorted.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : one.index - other.index));
  const ids = sorted.map(({ id }) => id);
  return descending ? ids.reverse() : ids;
};

const sorts = fc.tuple(fc.constantFrom('created_at' as const, 'updated_at' as const), fc.boolean());
const sizes = fc.integer({ min: 2, max: 15 });
const sortParameter = (key: string, descending: boolean) => ['sort', `${descending ? '-' : ''}${key}`] as const;

forEachApi(api => {
  describe('a list along Link', () => {
    it('visits each message of a ticket once, in order, and back', async () => {
      const { body: ticket } = await api().call<Made>('POST', '/v1/tickets', { body: { subject: 'Long' } });
      const path = `/v1/tickets/${ticket.id}/messages`;
      const { body: other } = await api().call<Made>('POST', '/v1/tickets', { body: { subject: 'Another' } });
      await api().call('POST', `${other.url}/messages`, { body: { body: 'Of another thread' } });
      const made = await fill(api(), path, index => ({ body: `Message ${index}` }));
      await fc.assert(
        fc.asyncProperty(sorts, sizes, async ([key, descending], perPage) => {
          const asked = { path, parameters: [sortParameter(key, descending)], perPage };
          await expectWalk(api(), asked, idsBy(made, key, descending));
        }),
        { numRuns: 10 },
      );
    });

    it('visits each gist that passes its filters once, in order, and back', async () => {
      await fill(api(), '/v1/gists', index => ({
        description: index % 2 === 0 ? 'alpha' : 'beta',
        files: { a: { content: '' } },
      }));
      const { body } = await api().call<Gist[]>('GET', '/v1/gists?per_page=100');
      const made = body.sort((one, other) => Number(one.id) - Number(other.id));
      const filters = fc.constantFrom(['q', 'alpha'] as const, ['q', 'beta'] as const);
      await fc.assert(
        fc.asyncProperty(sorts, filters, sizes, async ([key, descending], filter, perPage) => {
          const rows = made.filter(({ description }) => description.toLowerCase().includes(filter[1]));
          const asked = { path: '/v1/gists', parameters: [filter, sortParameter(key, descending)], perPage };
          await expectWalk(api(), asked, idsBy(rows, key, descending));
        }),
        { numRuns: 10 },
      );
    });

    it('visits each line of the change log that passes its filters once, the latest first, and back', async () => {
      await fill(api(), '/v1/tickets', index => ({ subject: `Ticket ${index}` }));
      const all = { path: '/v1/events', parameters: [], perPage: 100 };
      const events = (await walkForward<Event>(api(), all)).flatMap(({ body }) => body);
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
          const ids = rows.map(({ id }) => id).sort((one, other) => Number(other) - Number(one));
          const parameters = Object.entries(filter).map(([name, value]) => [name, String(value)] as const);
          await expectWalk(api(), { path: '/v1/events', parameters, perPage }, ids);
        }),
        { numRuns: 12 },
      );
    });
  });
});
