import { lazy, Suspense, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { useMayWrite } from '../session/person.ts';
import { Dialog } from '../ui/dialog.tsx';

const NewTicketForm = lazy(() => import('./new-ticket-form.tsx'));

/** The dialog for a new ticket, from anywhere. */
export function NewTicket() {
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(false);
  useAction('ticket.new', mayWrite ? () => setOpen(true) : null);
  const close = () => setOpen(false);
  return (
    <Dialog open={open} title="New ticket" onDismiss={close} width={600}>
      <Suspense fallback={<div style={{ height: 480 }} aria-busy="true" />}>
        <NewTicketForm onDone={close} />
      </Suspense>
    </Dialog>
  );
}
