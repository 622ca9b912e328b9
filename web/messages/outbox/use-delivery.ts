import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePerson } from '../../session/person.ts';
import { showToast } from '../../toasts/toast-store.ts';
import { notifyReturned } from '../composer/returned-messages.ts';
import type { ReturnReason } from '../message-draft.ts';
import { messageKeys } from '../queries.ts';
import { startDelivery } from './delivery.ts';
import type { Outgoing } from './outgoing.ts';
import { useShowReturnedMessage } from './show-returned-message.ts';

/** Delivers the outbox of the signed-in person while the app is open. */
export function useDelivery(): void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const showReturn = useShowReturnedMessage();
  useEffect(() => {
    const onReturn = (message: Outgoing, returned: ReturnReason): void => {
      void client.invalidateQueries({ queryKey: messageKeys.ofTicket(message.ticketId) });
      if (!notifyReturned(message, false)) showReturnedToast(message, returned, () => showReturn(message));
    };
    return startDelivery({ personId, client, onReturn });
  }, [personId, client, showReturn]);
}

const labels = { reply: 'Your reply', note: 'Your note' } as const;

/** Shows a toast to the author of a returned message who has left its ticket. */
function showReturnedToast({ ticketId, type }: Outgoing, returned: ReturnReason, open: () => void): void {
  const reason = returned.why === 'new-messages' ? 'A new message arrived first.' : returned.reason;
  showToast({
    tone: 'warning',
    title: `${labels[type]} to #${ticketId} was not sent`,
    message: `${reason} Your text is saved as a draft.`,
    action: { label: 'Open draft', run: open },
  });
}
