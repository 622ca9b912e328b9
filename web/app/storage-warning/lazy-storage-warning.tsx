import { lazy, Suspense } from 'react';
import { usePerson } from '../../session/person.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { lazyChunk } from '../lazy-chunks.ts';

const StorageWarning = lazy(lazyChunk(() => import('./storage-warning.tsx')));

/** Warns administrators when the storage of the desk is nearly full. */
export function LazyStorageWarning() {
  const { role } = usePerson();
  const isAfterFirstList = useAfterFirstList();
  if (role !== 'admin' || !isAfterFirstList) return null;
  return (
    <Suspense>
      <StorageWarning />
    </Suspense>
  );
}
