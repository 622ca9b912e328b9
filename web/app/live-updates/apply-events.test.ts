import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QueryClient } from '@tanstack/react-query';
import type { Event } from '#contract';
import { ownTicketChanges } from '../../tickets/list/own-changes.ts';
import { ticketKeys } from '../../tickets/queries.ts';
import { createUpdates } from './apply-events.ts';
import type { EventBatch } from './event-batches.ts';

const person = '1';
const event = {
  ...{ id: '8', type: 'ticket.updated', resource: 'ticket', resource_id: '1042', ticket_id: '1042', version: 3 },
  ...{ person_id: person, created_at: new Date().toISOString(), changes: { priority: { old: 'low', new: 'high' } } },
} as unknown as Event;

const listKey = [...ticketKeys.lists, { state: 'open', sort: '-priority' }];
const countKey = [...ticketKeys.counts, { priority: 'high' }];

const batch: EventBatch = { after: 0, through: 8, events: [event] };

/**
 * Applies a batch to a page that shows a ticket, its list and a count.
 *
 * @returns the kinds of queries that the page refetches
 */
async function findRefetched(batch: EventBatch, item: number | null, row: number): Promise<unknown[]> {
  const client = new QueryClient();
  if (item !== null) client.setQueryData(ticketKeys.item('1042'), { id: '1042', version: item });
  client.setQueryData(listKey, { pages: [{ body: [{ id: '1042', version: row }] }], pageParams: [''] });
  client.setQueryData(countKey, { count: 1, exact: true });
  const stopping = new AbortController();
  const updates = createUpdates(client, person, stopping.signal);
  await updates.poll('start');
  await updates.apply(batch);
  await setImmediate();
  stopping.abort();
  const invalidated = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  return invalidated.map(({ queryKey }) => queryKey[1]);
}

describe('the updates of a page', () => {
  let polls = 0;
  beforeEach(() => {
    polls = 0;
    mock.method(globalThis, 'fetch', async () => {
      polls++;
      return Response.json([]);
    });
  });
  afterEach(() => {
    ownTicketChanges.remove('1042');
    mock.restoreAll();
  });

  describe('an event of the person', () => {
    const cases: [title: string, item: number | null, row: number, isOwn: boolean, refetched: string[]][] = [
      ['refetches nothing if this page made the change and shows it', 3, 3, true, []],
      ['refetches nothing if this page made the change and shows it only in a row', null, 3, true, []],
      ['refetches the lists and counts if another window made the change', 3, 3, false, ['list', 'count']],
      [
        'refetches the ticket, lists and counts if a row lacks an earlier change',
        3,
        1,
        true,
        ['item', 'list', 'count'],
      ],
      ['refetches the lists and counts if the ticket lacks only this change', 2, 3, true, ['list', 'count']],
    ];
    for (const [title, item, row, isOwn, refetched] of cases)
      it(title, async () => {
        if (isOwn) ownTicketChanges.add('1042');
        assert.deepEqual(await findRefetched(batch, item, row), refetched);
      });
  });

  it('refetch nothing if another person’s event has the complete change and no list depends on the field', async () => {
    const changed = { ...event, person_id: '2', changes: { subject: { old: 'Printer', new: 'Printers' } } };
    assert.deepEqual(await findRefetched({ ...batch, events: [changed] }, 2, 2), []);
  });

  it('poll if events before a batch are missing, and ignore a repeated batch', async () => {
    const stopping = new AbortController();
    const updates = createUpdates(new QueryClient(), person, stopping.signal);
    await updates.poll('start');
    const batches = [
      { after: 0, through: 1, polls: 1, position: 1 },
      { after: 9, through: 10, polls: 2, position: 10 },
      { after: 10, through: 11, polls: 2, position: 11 },
      { after: 4, through: 5, polls: 2, position: 11 },
    ];
    for (const { after, through, ...expected } of batches) {
      await updates.apply({ after, through, events: [] });
      assert.deepEqual({ polls, position: updates.getPosition() }, expected);
    }
    stopping.abort();
  });

  it('continue after a reset of the stream, even if the ids become lower', async () => {
    const stopping = new AbortController();
    const updates = createUpdates(new QueryClient(), person, stopping.signal);
    await updates.poll('start');
    await updates.apply(batch);
    await updates.apply({ after: 3, through: 3, events: null });
    await updates.apply({ after: 3, through: 4, events: [] });
    stopping.abort();
    assert.equal(updates.getPosition(), 4);
  });

  it('refetch everything after a reset of the stream', async () => {
    ownTicketChanges.add('1042');
    assert.deepEqual(await findRefetched({ ...batch, events: null }, 3, 3), ['item', 'list', 'count']);
  });
});
