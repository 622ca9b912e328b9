import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../../api-client/query-client.ts';
import { ticketKeys } from '../../tickets/queries.ts';
import type { UpdateEvent } from './events.ts';
import { createRefetch, throttle } from './refetch.ts';

const advance = async (milliseconds: number): Promise<void> => {
  mock.timers.tick(milliseconds);
  await setImmediate();
};

const created: UpdateEvent = {
  ...{ id: '7', type: 'ticket.created', resource: 'ticket', resource_id: '1042', ticket_id: '1042', version: 1 },
  ...{ person_id: '2', created_at: '2026-11-28T10:00:00.000Z' },
};

describe('the shown lists and counts', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('are refetched at most once per second (lists) or five seconds (counts), and after the last event', async () => {
    const client = createQueryClient();
    const reads = { lists: 0, counts: 0 };
    for (const name of ['lists', 'counts'] as const) {
      const queryKey = [...ticketKeys[name], {}];
      const data = { pages: [] };
      const queryFn = () => {
        reads[name]++;
        return data;
      };
      const options = { queryKey, queryFn, initialData: data, staleTime: Infinity };
      new QueryObserver(client, options).subscribe(() => undefined);
    }
    const refetch = createRefetch(client, new AbortController().signal);
    for (let event = 0; event < 99; event++) {
      refetch([created]);
      await advance(100);
    }
    assert.deepEqual(reads, { lists: 10, counts: 2 });
    await advance(5000);
    assert.deepEqual(reads, { lists: 11, counts: 3 });
  });

  it('are refetched if a pending response may contain a ticket that no longer matches', async () => {
    const client = createQueryClient();
    const response = Promise.withResolvers<object>();
    let reads = 0;
    const queryFn = () => (reads++ === 0 ? response.promise : { pages: [] });
    const observer = new QueryObserver(client, { queryKey: [...ticketKeys.lists, { state: 'open' }], queryFn });
    observer.subscribe(() => undefined);
    const changes = { state: { old: 'open', new: 'closed' } };
    createRefetch(client, new AbortController().signal)([{ ...created, type: 'ticket.closed', changes }]);
    await advance(0);
    response.resolve({ pages: [] });
    await advance(0);
    assert.equal(reads, 2);
  });
});

describe('throttle', () => {
  let runs = 0;
  beforeEach(() => {
    runs = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('runs immediately, and once more after the pause if it was called in the meantime', async () => {
    const run = throttle(1000, () => runs++);
    for (let call = 0; call < 3; call++) run();
    assert.equal(runs, 1);
    await advance(999);
    assert.equal(runs, 1);
    await advance(1);
    assert.equal(runs, 2);
    await advance(1000);
    assert.equal(runs, 2);
  });

  it('does not run again before a slow run has settled, even if it fails', async () => {
    const first = Promise.withResolvers<void>();
    const run = throttle(1000, () => (runs++ === 0 ? first.promise : null));
    run();
    run();
    await advance(3000);
    assert.equal(runs, 1);
    first.reject(new Error('unavailable'));
    await advance(0);
    assert.equal(runs, 2);
  });
});
