import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { setPreferences, usePreferences } from '../../storage/preferences.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ticketItem } from '../queries.ts';
import css from './customer-panel.module.css';
import { useHasRoom } from './use-has-room.ts';

const CustomerDetails = lazy(lazyChunk(() => import('./customer-details.tsx')));

/** The customer of a ticket: beside it in a wide window, otherwise in a sheet. */
export function CustomerPanel({ ticketId }: { ticketId: string }) {
  const { data: ticket } = useQuery(ticketItem(ticketId));
  const hasRoom = useHasRoom();
  const { customerPanel } = usePreferences();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const toggle = (): void => {
    if (hasRoom) setPreferences({ customerPanel: !customerPanel });
    else setSheetOpen(!isSheetOpen);
  };
  useAction('customer.panel', ticket ? toggle : null);
  const details = ticket && (
    <LazyBoundary name={ticketId} height="100%">
      <CustomerDetails key={ticket.customer_email} ticket={ticket} />
    </LazyBoundary>
  );
  if (hasRoom)
    return (
      customerPanel && (
        <section className={css.panel} aria-label="Customer">
          <h2 className={css.title}>Customer</h2>
          {details}
        </section>
      )
    );
  return (
    <Dialog
      open={isSheetOpen && ticket !== undefined}
      title="Customer"
      position="right"
      width={340}
      onDismiss={() => setSheetOpen(false)}
    >
      {details}
    </Dialog>
  );
}
