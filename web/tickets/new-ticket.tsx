import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Broken } from '../broken.tsx';
import { useAction } from '../keyboard/use-action.ts';
import { useMay } from '../session/may.ts';
import { Dialog } from '../ui/dialog.tsx';

const NewTicketForm = lazy(() => import('./new-ticket-form.tsx'));

const height = '480px';

/** After an upgrade of the desk the form's file may be gone; the page beneath is still good. */
const BrokenForm = () => <Broken height={height} />;

/** The dialog for a new ticket, from anywhere. */
export function NewTicket() {
  const mayCreate = useMay('POST /tickets');
  const [open, setOpen] = useState(false);
  useAction('ticket.new', mayCreate ? () => setOpen(true) : null);
  const close = () => setOpen(false);
  return (
    <Dialog open={open} title="New ticket" onDismiss={close} width={600}>
      <CatchBoundary getResetKey={() => 'new-ticket'} errorComponent={BrokenForm}>
        <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
          <NewTicketForm onDone={close} />
        </Suspense>
      </CatchBoundary>
    </Dialog>
  );
}
