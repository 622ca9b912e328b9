import { useNavigate } from '@tanstack/react-router';
import type { Mail } from '#contract';
import { showDone, showToast } from '../toasts/toast-store.ts';
import { incomingReasons } from './problems/incoming-reasons.ts';

/** Returns a function that shows how a mail was processed. The toast links to its ticket or problem. */
export function useMailToast(): (mail: Mail) => void {
  const navigate = useNavigate();
  return ({ id, state, reason, ticket_id: ticketId }) => {
    if (ticketId !== null) {
      const open = () => void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: {} });
      showToast({
        tone: 'done',
        title: `The email was added to #${ticketId}`,
        action: { label: 'Open the ticket', run: open },
      });
    } else if (state === 'held' || state === 'failed') {
      const open = () => void navigate({ to: '/mail/problems/incoming/$mailId', params: { mailId: id } });
      const message = reason === null ? undefined : incomingReasons[reason].label;
      showToast({
        tone: 'warning',
        title: 'The email needs a decision',
        message,
        action: { label: 'Show', run: open },
      });
    } else if (state === 'ignored') showDone('The email was ignored');
    else showDone('The email is still being processed');
  };
}
