import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Ticket } from '#contract';
import { isConflict, mayRetryLater } from '../api-client/errors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { FormError } from '../ui/form-error.tsx';
import css from './delete-ticket.module.css';
import { toListRoute } from './filter/filter.ts';
import { useTicketFilter } from './filter/use-filter.ts';
import { useNeighbours } from './list/use-neighbours.ts';
import { useDeleteTicket } from './use-delete-ticket.ts';

type DeleteTicketProps = { ticket: Ticket; open: boolean; onDone: () => void };

/** Confirmation dialog that deletes a ticket and opens the next ticket. */
export function DeleteTicket({ ticket, open, onDone }: DeleteTicketProps) {
  const openNext = useOpenNext(ticket.id);
  const { mutate, isPending, error, reset } = useDeleteTicket(async () => {
    onDone();
    await openNext();
  });
  const dismiss = (): void => {
    reset();
    onDone();
  };
  return (
    <Dialog open={open} title={`Delete #${ticket.id}?`} onDismiss={isPending ? null : dismiss}>
      <p>
        <strong className={css.subject} dir="auto">
          {ticket.subject}
        </strong>{' '}
        {describeMessages(ticket.messages_count)} for everyone. This cannot be undone.
      </p>
      {error && (
        <FormError
          error={error}
          message={isConflict(error) ? 'The ticket has changed. Check it before you delete it.' : undefined}
        />
      )}
      <DialogFooter>
        <button type="button" className="button" disabled={isPending} onClick={dismiss}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={isPending} onClick={() => mutate(ticket)}>
          {isConflict(error) ? 'Delete anyway' : mayRetryLater(error) ? 'Try again' : 'Delete ticket'}
        </button>
      </DialogFooter>
    </Dialog>
  );
}

function describeMessages(count: number): string {
  if (count === 0) return 'will be deleted';
  return count === 1 ? 'and its message will be deleted' : `and its ${count} messages will be deleted`;
}

/** Returns a function that opens the next ticket, or else the previous ticket, or else the list. */
function useOpenNext(id: string): () => Promise<void> {
  const { next, previous } = useNeighbours(id, useRef(-1));
  const filter = useTicketFilter() ?? {};
  const navigate = useNavigate();
  const ticketId = next ?? previous;
  return async () => {
    if (ticketId === undefined || ticketId === id)
      await navigate({ to: toListRoute(filter).path, search: toListRoute(filter).search });
    else await navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter });
  };
}
