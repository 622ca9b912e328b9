import { lazy, useState } from 'react';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { Dialog } from '../../ui/dialog.tsx';

const NewTicketForm = lazy(lazyChunk(() => import('./new-ticket-form.tsx')));

export function NewTicketDialog() {
  const mayCreate = useIsAllowed('POST /tickets');
  const [open, setOpen] = useState(false);
  useAction('ticket.new', mayCreate ? () => setOpen(true) : null);
  const close = () => setOpen(false);
  return (
    <Dialog open={open} title="New ticket" onDismiss={close} width={600}>
      <LazyBoundary name="new-ticket" height="480px">
        <NewTicketForm onDone={close} />
      </LazyBoundary>
    </Dialog>
  );
}
