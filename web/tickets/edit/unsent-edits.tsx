import { useQueryClient } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Broken } from '../../broken.tsx';
import { loadLater } from '../../load-later.ts';
import { usePerson } from '../../session/person.ts';
import { useStore } from '../../store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { conflicts } from './conflict.ts';
import { hasWaiting } from './waiting-edits.ts';

const ConflictDialog = lazy(loadLater(() => import('./conflict-dialog.tsx')));

/** After an upgrade of the desk the dialog's file may be gone. The edits it asks about are kept. */
const BrokenDialog = ({ error }: { error: unknown }) => (
  <Dialog open title="Somebody else changed this too" onDismiss={null}>
    <Broken error={error} height="320px" />
  </Dialog>
);

/** Sends the edits that earlier pages left behind, and asks about those that clash, wherever one is by then. */
export function UnsentEdits() {
  useResumption();
  const [conflict] = useStore(conflicts);
  // It stays once it was needed: the browser gives the focus back when a dialog closes, not when it disappears.
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

function useResumption(): void {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  useEffect(() => {
    if (!hasWaiting(personId)) return;
    // Where the file cannot be had, the edits stay where they are.
    import('./edit-ticket.ts').then(
      ({ resumeTickets }) => resumeTickets({ client, personId }),
      () => undefined,
    );
  }, [client, personId]);
}
