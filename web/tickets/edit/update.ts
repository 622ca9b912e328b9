import { useQueryClient } from '@tanstack/react-query';
import { usePerson } from '../../session/person.ts';
import { editTicket } from './edit-ticket.ts';
import type { TicketChange } from './merge.ts';
import type { SeenTicket } from './patch.ts';
import type { Follower, Outcome } from './send-edits.ts';

type UpdateOptions = {
  /** The ticket on which the change was decided, where that is not the one shown now. */
  seen?: SeenTicket;
  /** Tells the person that it was refused, in place of a notice. */
  refused?: Follower['refused'];
};

/** Changes fields of the ticket that is shown, at once; see {@link editTicket}. Never rejects. */
export function useUpdateTicket(
  shown: SeenTicket,
): (change: TicketChange, options?: UpdateOptions) => Promise<Outcome | null> {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  return (change, { seen = shown, refused = null } = {}) => editTicket({ client, personId }, seen, change, refused);
}
