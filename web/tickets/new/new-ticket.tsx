import { lazy, useState } from 'react';
import { useAction } from '../../keyboard/use-action.ts';
import { loadLater } from '../../load-later.ts';
import { OnDemand } from '../../on-demand.tsx';
import { useMay } from '../../session/may.ts';
import { Dialog } from '../../ui/dialog.tsx';

const NewTicketForm = lazy(loadLater(() => import('./new-ticket-form.tsx')));

/** The dialog for a new ticket, available on every page. */
export function NewTicket() {
  const mayCreate = useMay('POST /tickets');
  const [open, setOpen] = useState(false);
  useAction('ticket.new', mayCreate ? () => setOpen(true) : null);
  const close = () => setOpen(false);
  return (
    <Dialog open={open} title="New ticket" onDismiss={close} width={600}>
      <OnDemand name="new-ticket" height="480px">
        <NewTicketForm onDone={close} />
      </OnDemand>
    </Dialog>
  );
}
