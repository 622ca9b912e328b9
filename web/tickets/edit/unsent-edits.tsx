import { useQueryClient } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorFallback } from '../../app/error-fallback.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { usePerson } from '../../session/person.ts';
import { useStore } from '../../storage/observable-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { openConflicts } from './open-conflicts.ts';
import { hasPendingEdits } from './pending-edits.ts';

const ConflictDialog = lazy(lazyChunk(() => import('./conflict-dialog.tsx')));

/** Shown if the dialog's chunk fails to load, for example after an upgrade. The edits stay stored. */
const BrokenDialog = ({ error }: { error: unknown }) => (
  <Dialog open title="Someone else changed this too" onDismiss={null}>
    <ErrorFallback error={error} height="320px" />
  </Dialog>
);

/** Sends edits left by earlier pages, and shows the conflict dialog on any page. */
export function UnsentEdits() {
  useResumedEdits();
  const [conflict] = useStore(openConflicts);
  // The dialog stays mounted. Browsers restore the focus when a dialog closes, not when it
  // unmounts.
  const [needed, setNeeded] = useState(false);
  if (conflict && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <CatchBoundary getResetKey={() => 'conflict'} errorComponent={BrokenDialog}>
      <Suspense>
        <ConflictDialog conflict={conflict ?? null} />
      </Suspense>
    </CatchBoundary>
  );
}

function useResumedEdits(): void {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  useEffect(() => {
    if (!hasPendingEdits(personId)) return;
    // If the chunk fails to load, the edits stay stored.
    import('./edit-ticket.ts').then(
      ({ resumeTicketEdits }) => resumeTicketEdits({ client, personId }),
      () => undefined,
    );
  }, [client, personId]);
}
