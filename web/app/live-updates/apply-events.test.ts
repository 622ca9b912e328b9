import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QueryClient } from '@tanstack/react-query';
import type { Event } from '#contract';
import { ownTicketChanges } from '../../tickets/list/own-changes.ts';
import { ticketKeys } from '../../tickets/queries.ts';
import { createUpdates } from './apply-events.ts';

const person = '1';
const event = {
  ...{ id: '8', type: 'ticket.updated', resource: 'ticket', resource_id: '1042', ticket_id: '1042', version: 3 },
  ...{ person_id: person, created_at: new Date().toISOString(), changes: { priority: { old: 'low', new: 'high' } } },
} as unknown as Event;

const listKey = [...ticketKeys.lists, { state: 'open', sort: '-priority' }];
const countKey = [...ticketKeys.counts, { priority: 'high' }];

describe('an event of the person', () => {
  const stopping = new AbortController();
  beforeEach(() => void mock.method(globalThis, 'fetch', async () => Response.json([])));
  afterEach(() => {
    ownTicketChanges.remove('1042');
    mock.restoreAll();
  });

  const cases: [title: string, item: number | null, row: number, isOwn: boolean, refetched: string[]][] = [
    ['refetches nothing if this page made the change and shows it', 3, 3, true, []],
    ['refetches nothing if this page made the change and shows only its row', null, 3, true, []],
    ['refetches the lists and counts if another window made the change', 3, 3, false, ['list', 'count']],
    ['refetches the ticket and its lists if a row is older', 3, 1, true, ['item', 'list', 'count']],
    ['refetches the lists if the ticket is older', 2, 3, true, ['list', 'count']],
  ];
  for (const [title, item, row, isOwn, refetched] of cases)
    it(title, async () => {
      const client = new QueryClient();
      if (item !== null) client.setQueryData(ticketKeys.item('1042'), { id: '1042', version: item });
      client.setQueryData(listKey, { pages: [{ body: [{ id: '1042', version: row }] }], pageParams: [''] });
      client.setQueryData(countKey, { count: 1, exact: true });
      if (isOwn) ownTicketChanges.add('1042');
      const updates = createUpdates(client, person, stopping.signal);
      await updates.poll('start');
      await updates.apply({ after: 0, through: 8, events: [event] });
      await setImmediate();
      const invalidated = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
      assert.deepEqual(
        invalidated.map(({ queryKey }) => queryKey[1]),
        refetched,
      );
    });
});
