import type { Mail, Mailbox, Message, Ticket } from '#contract';
import { listBaseAddresses } from '#contract/base-addresses';
import { type Address, getDistinctAddresses, isSameEmail, noRecipients, type Recipients } from './addresses.ts';

/** The addresses of an incoming mail that determine the recipients of a reply. */
export type AnsweredMail = Pick<Mail, 'id' | 'from' | 'reply_to' | 'to' | 'cc'>;

export type OwnAddresses = Pick<Mailbox, 'id' | 'address' | 'aliases'>;

type AnswerableMessage = Pick<Message, 'type' | 'direction' | 'automatic' | 'sender_known' | 'mail_id'>;

export type DefaultRecipients = {
  recipients: Recipients;
  /** The domain of the first To address outside the From address's domain. Null if there is no such address. */
  replyDomain: string | null;
};

/**
 * Returns the id of the last incoming message's mail. Null if the message or its mail is missing. Skips automatic mail,
 * and mail from addresses that are not on the ticket: a stranger who guesses a ticket's address must not get its
 * replies.
 */
export function findAnsweredMailId(messages: readonly AnswerableMessage[]): string | null {
  const answered = messages.findLast(
    ({ type, direction, automatic, sender_known }) =>
      type === 'reply' && direction === 'in' && !automatic && sender_known,
  );
  return answered?.mail_id ?? null;
}

/**
 * Returns the default recipients of a reply; null until they are known. A reply goes to the Reply-To addresses or else
 * the sender of the answered mail, with a copy to its other recipients. Without an answered mail, or if the desk sent
 * that mail, the reply goes to the customer. The reply is not mailed if the ticket's mailbox is missing or deleted.
 *
 * @param mail the answered mail; null without one, undefined until it is loaded
 * @param mailboxes undefined until they are loaded
 */
export function getDefaultRecipients(
  ticket: Pick<Ticket, 'mailbox_id' | 'customer_name' | 'customer_email'>,
  mail: AnsweredMail | null | undefined,
  mailboxes: readonly OwnAddresses[] | undefined,
): DefaultRecipients | null {
  const notMailed = { recipients: noRecipients, replyDomain: null };
  if (ticket.mailbox_id === null) return notMailed;
  if (!mailboxes) return null;
  if (!mailboxes.some(({ id }) => id === ticket.mailbox_id)) return notMailed;
  return mail === undefined ? null : getMailedRecipients(ticket, mail, mailboxes);
}

function getMailedRecipients(
  { customer_name: name, customer_email: email }: Pick<Ticket, 'customer_name' | 'customer_email'>,
  mail: AnsweredMail | null,
  mailboxes: readonly OwnAddresses[],
): DefaultRecipients {
  const isOwnAddress = createOwnAddressCheck(mailboxes);
  const senders = (mail?.reply_to.length ? mail.reply_to : [mail?.from ?? []].flat()).filter(
    each => !isOwnAddress(each),
  );
  if (!mail || senders.length === 0) {
    const to = email === null ? [] : [{ name: name ?? '', email }];
    return { recipients: { ...noRecipients, to }, replyDomain: null };
  }
  const to = getDistinctAddresses(senders);
  const cc = getDistinctAddresses([...mail.to, ...mail.cc]).filter(
    each => !isOwnAddress(each) && !to.some(recipient => isSameEmail(recipient.email, each.email)),
  );
  const senderDomain = getDomain(mail.from?.email ?? '');
  const replyDomain = to.map(each => getDomain(each.email)).find(domain => domain !== senderDomain) ?? null;
  return { recipients: { to, cc, bcc: [] }, replyDomain };
}

/** Returns a function that checks whether an address delivers to a mailbox: `support+tk2@…` belongs to `support@…`. */
function createOwnAddressCheck(mailboxes: readonly OwnAddresses[]): (address: Address) => boolean {
  const ownAddresses = new Set(
    mailboxes.flatMap(({ address, aliases }) => [address, ...aliases]).map(each => each.toLowerCase()),
  );
  return ({ email }) => listBaseAddresses(email.toLowerCase()).some(address => ownAddresses.has(address));
}

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
