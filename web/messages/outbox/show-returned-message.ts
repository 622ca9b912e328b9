import { useQueryClient } from '@tanstack/react-query';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { usePerson } from '../../session/person.ts';
import { fromListRoute, readFilter } from '../../tickets/filter/filter.ts';
import { openView } from '../../tickets/filter/list-views.ts';
import { showFailure, showWarning } from '../../toasts/toast-store.ts';
import { notifyReturned, type ReturnedMessage, showReturnedOnOpen } from '../composer/returned-messages.ts';
import type { Outgoing } from './outgoing.ts';
import { showWithdrawn } from './post-message.ts';
import { undoSend } from './return-to-draft.ts';

/** Opens the composer of a returned message, from any page. */
export function showReturnedMessage(router: RegisteredRouter, returned: ReturnedMessage): void {
  if (notifyReturned(returned, true)) return;
  showReturnedOnOpen(returned);
  const { pathname, search } = router.state.location;
  const filter = pathname.startsWith('/tickets') ? fromListRoute(pathname, readFilter(search)) : openView.filter;
  void router.navigate({ to: '/tickets/$ticketId', params: { ticketId: returned.ticketId }, search: filter });
}

/** Undoes a send and opens the draft; shows a warning if it is too late. */
export function useUndoSend(): (message: Outgoing) => void {
  const { id: personId } = usePerson();
  const router = useRouter();
  const client = useQueryClient();
  const undo = async (message: Outgoing): Promise<void> => {
    const returned = await undoSend(personId, message).catch(error => void showFailure('Couldn’t undo', error));
    if (returned === undefined) return;
    if (!returned) return showWarning('Too late to undo', 'The message is being sent or was already sent.');
    if (returned.held) showWithdrawn(client, returned.ticketId, returned.held);
    else if (returned.attemptedAt !== null) {
      showWarning('Couldn’t confirm that the message was sent', 'Check the thread before you send it again.');
    }
    showReturnedMessage(router, returned);
  };
  return message => void undo(message);
}
