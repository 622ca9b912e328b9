import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { threadQuery } from '../queries.ts';
import { noRecipients } from './addresses.ts';
import { findAnsweredMail, getDefaultRecipients } from './default-recipients.ts';
import { ticketMails } from './queries.ts';

/** Returns the mailbox of a ticket, and the default recipients of its next reply. */
export function useTicketMail(ticket: Ticket) {
  const { data: mailboxes } = useQuery(mailboxesQuery);
  const { data: messages = [] } = useQuery(threadQuery(ticket.id));
  const hasMail = messages.some(({ mail_id: mailId }) => mailId !== null);
  const { data: mails = [] } = useQuery({ ...ticketMails(ticket.id), enabled: hasMail });
  const mailbox = mailboxes?.find(({ id }) => id === ticket.mailbox_id) ?? null;
  const isDeleted = mailboxes !== undefined && mailbox === null;
  const defaults =
    ticket.mailbox_id === null || isDeleted
      ? { recipients: noRecipients, replyDomain: null }
      : getDefaultRecipients(ticket, findAnsweredMail(messages, mails), mailboxes ?? []);
  return { mailboxes, mailbox, defaults };
}
