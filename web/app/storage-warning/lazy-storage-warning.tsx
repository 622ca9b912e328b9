import { type ComponentType, lazy, Suspense } from 'react';
import { usePerson } from '../../session/person.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { lazyChunk } from '../lazy-chunks.ts';

const load = lazyChunk((): Promise<{ default: ComponentType }> => import('./storage-warning.tsx'));

/** Shows nothing if an upgrade has removed the chunk: the page works without the warning. */
const StorageWarning = lazy(() => load().catch(() => ({ default: () => null })));

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
