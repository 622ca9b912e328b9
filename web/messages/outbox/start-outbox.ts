import type { TaskContext } from '../../app/use-lazy-task.ts';
import { attachmentKeys } from '../../files/queries.ts';
import { showToast } from '../../toasts/toast-store.ts';
import { notifyReturned } from '../composer/returned-messages.ts';
import type { ReturnReason } from '../message-draft.ts';
import { messageKeys } from '../queries.ts';
import { startDelivery } from './delivery.ts';
import type { Outgoing } from './outgoing.ts';
import { showReturnedMessage } from './show-returned-message.ts';

/** Delivers the outbox of a person, and shows returned messages. Returns a function that stops the delivery. */
export function startOutbox({ personId, client, router }: TaskContext): () => void {
  const onReturn = (message: Outgoing, returned: ReturnReason): void => {
    void client.invalidateQueries({ queryKey: messageKeys.ofTicket(message.ticketId) });
    void client.invalidateQueries({ queryKey: attachmentKeys.all });
    if (notifyReturned(message, false)) return;
    showReturnedToast(message, returned, () => showReturnedMessage(router, message));
  };
  return startDelivery({ personId, client, onReturn });
}

const labels = { reply: 'your reply', note: 'your note' } as const;

const reasons = {
  'new-messages': 'A new message arrived first.',
  'unknown-outcome': 'Check the thread before you send it again.',
} as const;

/** Shows a toast for a returned message that no composer shows. */
function showReturnedToast({ ticketId, type }: Outgoing, returned: ReturnReason, open: () => void): void {
  const message = `${labels[type]} to #${ticketId}`;
  showToast({
    tone: 'warning',
    title:
      returned.why === 'unknown-outcome' ? `Couldn’t confirm that ${message} was sent` : `Couldn’t send ${message}`,
    message: `${returned.why === 'rejected' ? returned.reason : reasons[returned.why]} Your text is saved as a draft.`,
    action: { label: 'Open draft', run: open },
  });
}
