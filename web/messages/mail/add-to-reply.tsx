import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { useRunAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { ticketItem } from '../../tickets/queries.ts';
import { changeMessageDraft, getMessageDraftKey, useMessageDraft } from '../message-draft.ts';
import { type Address, isSameEmail, listRecipients } from './addresses.ts';
import { useTicketMail } from './use-ticket-mail.ts';

/**
 * Button that adds a sender to the recipients of the reply. Renders nothing without a mailbox or permission, or if the
 * sender is a recipient already.
 */
export function AddToReply({ ticketId, sender }: { ticketId: string; sender: Address }) {
  const mayReply = useIsAllowed('POST /tickets/{ticket_id}/messages');
  const { data: ticket } = useQuery(ticketItem(ticketId));
  return ticket && mayReply ? <AddSender ticket={ticket} sender={sender} /> : null;
}

function AddSender({ ticket, sender }: { ticket: Ticket; sender: Address }) {
  const { id: personId } = usePerson();
  const draftKey = getMessageDraftKey(personId, ticket.id, 'reply');
  const { mailbox, defaults } = useTicketMail(ticket);
  const draft = useMessageDraft(draftKey);
  const recipients = draft.recipients ?? defaults?.recipients;
  const run = useRunAction();
  if (mailbox === null || !recipients) return null;
  if (listRecipients(recipients).some(({ email }) => isSameEmail(email, sender.email))) return null;
  const add = (): void => {
    changeMessageDraft(draftKey, () => ({ recipients: { ...recipients, to: [...recipients.to, sender] } }));
    run('ticket.reply');
  };
  return (
    <button type="button" onClick={add}>
      Add to the reply
    </button>
  );
}
