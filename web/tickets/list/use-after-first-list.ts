import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ticketKeys } from '../queries.ts';

/** Time for the list to render, before less urgent requests compete with it. */
const delayMilliseconds = 150;

/** One promise for all components, so that they render together. */
const afterFirstList = new WeakMap<QueryClient, Promise<void>>();

/** Returns true soon after the page's first ticket list has loaded or failed. Less urgent queries wait until then. */
export function useAfterFirstList(): boolean {
  const client = useQueryClient();
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    let isMounted = true;
    const after = afterFirstList.get(client) ?? waitForFirstList(client);
    afterFirstList.set(client, after);
    void after.then(() => isMounted && setIsAfter(true));
    return () => {
      isMounted = false;
    };
  }, [client]);
  return isAfter;
}

async function waitForFirstList(client: QueryClient): Promise<void> {
  // The first component that waits may render before the list. The list sends its request when it
  // renders.
  await sleep(0);
  const isLoading = (): boolean =>
    client.isFetching({ queryKey: ticketKeys.lists, predicate: ({ state }) => state.data === undefined }) > 0;
  await new Promise<void>(resolve => {
    const check = (): void => {
      if (isLoading()) return;
      stop();
      resolve();
    };
    const stop = client.getQueryCache().subscribe(notifyManager.batchCalls(check));
    check();
  });
  await sleep(delayMilliseconds);
}

const sleep = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));
