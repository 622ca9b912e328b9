import { useQueryClient } from '@tanstack/react-query';
import { usePerson } from '../../session/person.ts';
import { editTicket } from './edit-ticket.ts';
import type { SeenTicket } from './patch-ticket.ts';
import type { EditListener, EditOutcome } from './send-edits.ts';
import type { TicketChange } from './ticket-fields.ts';

type UpdateOptions = {
  /** The ticket on which the change is based, if not the ticket shown now. */
  seen?: SeenTicket;
  /** Reports a failure in place of the default toast. */
  onError?: EditListener['onError'];
};

/** Returns a function that edits the shown ticket; see {@link editTicket}. Its promise never rejects. */
export function useUpdateTicket(
  shown: SeenTicket,
): (change: TicketChange, options?: UpdateOptions) => Promise<EditOutcome | null> {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  return (change, { seen = shown, onError } = {}) => editTicket({ client, personId }, seen, change, onError);
}
