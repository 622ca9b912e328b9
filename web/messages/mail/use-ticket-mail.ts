import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { isNotFound } from '../../api-client/errors.ts';
import { getLoadError, type LoadError } from '../../api-client/load-error.ts';
import { mailItem } from '../../mail/queries.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { threadQuery } from '../queries.ts';
import { findAnsweredMailId, getDefaultRecipients } from './default-recipients.ts';
import { ticketMails } from './queries.ts';

/**
 * Returns the mailbox of a ticket, and the default recipients of its next reply. Both values are null until they are
 * loaded. `failure` is the error if loading failed.
 */
export function useTicketMail(ticket: Ticket) {
  const mailboxesResult = useQuery(mailboxesQuery);
  const { mail, results } = useAnsweredMail(ticket);
  const { data: mailboxes } = mailboxesResult;
  const mailbox = mailboxes?.find(({ id }) => id === ticket.mailbox_id) ?? null;
  const defaults = getDefaultRecipients(ticket, mail, mailboxes);
  const failures = [mailboxesResult, ...results].map(getLoadError).filter(each => each !== null);
  const retry = (): void => {
    for (const each of failures) each.retry();
  };
  const failure: LoadError | null = defaults === null && failures[0] ? { error: failures[0].error, retry } : null;
  return { mailboxes, mailbox, defaults, failure };
}

/** Loads the mail that the next reply answers. `mail` is undefined until loaded, and null if there is no such mail. */
function useAnsweredMail({ id }: Ticket) {
  const thread = useQuery(threadQuery(id));
  const mailId = thread.data && findAnsweredMailId(thread.data);
  const mails = useQuery({ ...ticketMails(id), enabled: typeof mailId === 'string' });
  const listed = mails.data?.find(each => each.id === mailId);
  // The list may be older than the message.
  const isNew = typeof mailId === 'string' && mails.data !== undefined && !listed;
  const newMail = useQuery({ ...mailItem(mailId ?? ''), enabled: isNew });
  const isMissing = mailId === null || (isNew && isNotFound(newMail.error));
  const mail = isMissing ? null : (listed ?? newMail.data);
  return { mail, results: [thread, mails, newMail] };
}
