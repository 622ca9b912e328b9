import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePerson } from '../../session/person.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { lazyChunk } from '../lazy-chunks.ts';

const load = lazyChunk(() => import('./live-updates.ts'));

/** Shows changes by other people and windows while the app is open. Starts after the first list has loaded. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const router = useRouter();
  const { id: personId } = usePerson();
  const isAfterFirstList = useAfterFirstList();
  useEffect(() => {
    if (!isAfterFirstList) return undefined;
    const controller = new AbortController();
    void load().then(
      ({ startLiveUpdates }) => startLiveUpdates({ client, personId, router }, controller.signal),
      () => undefined,
    );
    return () => controller.abort();
  }, [client, personId, router, isAfterFirstList]);
}
