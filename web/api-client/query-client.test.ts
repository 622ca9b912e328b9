import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

const queryKey = ['messages', '1'];

/** Observes a query whose fetches the test resolves one by one. */
function observeQuery() {
  const client = createQueryClient();
  const fetches: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      const fetch = Promise.withResolvers<string>();
      fetches.push(fetch);
      return fetch.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);
  /** Resolves once the cache has the response. */
  const respond = async (index: number, text: string): Promise<void> => {
    fetches[index]?.resolve(text);
    await new Promise(resolve => setTimeout(resolve));
  };
  return { client, fetches, respond, readCache: () => client.getQueryData<string>(queryKey), stop };
}

test('refetches once if the query was invalidated during its first fetch', async () => {
  const { client, fetches, respond, readCache, stop } = observeQuery();
  void client.invalidateQueries({ queryKey });
  assert.equal(fetches.length, 1);
  await respond(0, 'before');
  assert.equal(fetches.length, 2);
  await respond(1, 'after');
  assert.equal(readCache(), 'after');
  assert.equal(fetches.length, 2);
  stop();
});

test('restarts a refetch on invalidation, without fetching again afterwards', async () => {
  const { client, fetches, respond, readCache, stop } = observeQuery();
  await respond(0, 'first');
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey });
  assert.equal(fetches.length, 3);
  await respond(1, 'before');
  await respond(2, 'after');
  assert.equal(readCache(), 'after');
  assert.equal(fetches.length, 3);
  stop();
});

test('does not refetch if the first fetch fails, even after an invalidation', async () => {
  const { client, fetches, respond, stop } = observeQuery();
  void client.invalidateQueries({ queryKey });
  fetches[0]?.reject(new Error('rejected'));
  await respond(0, '');
  assert.equal(fetches.length, 1);
  stop();
});

test('refetches if the query was invalidated while it loaded again after a failure', async () => {
  const { client, fetches, respond, readCache, stop } = observeQuery();
  fetches[0]?.reject(new Error('rejected'));
  await respond(0, '');
  void client.refetchQueries({ queryKey });
  void client.invalidateQueries({ queryKey });
  assert.equal(fetches.length, 2);
  await respond(1, 'before');
  assert.equal(fetches.length, 3);
  await respond(2, 'after');
  assert.equal(readCache(), 'after');
  assert.equal(fetches.length, 3);
  stop();
});
