import { cutText } from '#contract/cut-text';
import { saveBounce } from '../database/customer-bounces.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { deleteLinksInText, deleteMailedLink } from '../database/one-time-links.ts';
import { accountKind } from './account-mails.ts';
import { announceDelivery, type UndeliveredTickets } from './announce.ts';
import type { DeliveryRow, RecipientRow } from './representation.ts';
import { bounced, failed, recipientState, sent } from './states.ts';
import { findDelivery, lockTicketOf, toEmailKey, updateDelivery, updateRecipients } from './store.ts';

/** The content of a delivery status notification (RFC 3464). */
export type DeliveryReport = {
  /** The creation number of the delivery, from the report's bounce address; null without a valid token. */
  deliveryN: number | null;
  /** The Message-ID in the returned headers, without brackets; null if missing. */
  messageId: string | null;
  /** `status` and `diagnostic` are empty if missing. */
  recipients: readonly { email: string; action: string; status: string; diagnostic: string }[];
};

/**
 * Applies a delivery report to the mail that it is about. Marks failed recipients as bounced, and the ticket of a reply
 * as undelivered and open. A report without failures changes nothing.
 * @returns the ticket of the mail; null if the desk did not send the mail, or the mail has no ticket
 */
export const applyDeliveryReport = async (
  writes: WriteTransaction,
  tickets: UndeliveredTickets,
  report: DeliveryReport,
  now: number,
): Promise<{ ticketId: string } | null> => {
  const id = await findReported(writes, report);
  if (id === null) return null;
  await lockTicketOf(writes, id);
  const row = await findDelivery(writes, id);
  if (row === null) return null;
  const failures = report.recipients.filter(({ action }) => action === 'failed');
  const marked: RecipientRow[] = [];
  for (const { email, status, diagnostic } of failures) {
    const failing = findRecipients(row, email).filter(({ state }) => state === recipientState.sent);
    const response = describe(status, diagnostic);
    await updateRecipients(writes, failing, { state: recipientState.bounced, response });
    if (isPermanent(status)) for (const { email } of failing) await saveBounce(writes, { email, response }, now);
    marked.push(...failing);
  }
  if (marked.length > 0) {
    const state = row.state === failed ? failed : row.state === sent ? bounced : row.state;
    await updateDelivery(writes, row, { state, announced: 0 }, now);
    await announceDelivery(writes, tickets, row, now);
  }
  return row.ticket_id === null ? null : { ticketId: row.ticket_id };
};

/**
 * Deletes the one-time links that a received mail reveals. These are the links of account mails that it answers or
 * returns, and the links in its text. All agents can read a received mail, even if it is not processed.
 */
export const deleteRevealedLinks = async (
  writes: WriteTransaction,
  { deliveryN, messageIds, text }: { deliveryN: number | null; messageIds: readonly string[]; text: string },
): Promise<void> => {
  const headers = messageIds.map(id => `<${id}>`);
  // Locks the deliveries before their links, in the same order as sending.
  const revealed = await writes
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', accountKind)
    .where(({ eb, or }) =>
      or([eb('n', '=', deliveryN ?? -1), ...(headers.length > 0 ? [eb('message_id_header', 'in', headers)] : [])]),
    )
    .forUpdate()
    .execute();
  for (const { id } of revealed) await deleteMailedLink(writes, id);
  await deleteLinksInText(writes, text);
};

const findReported = async (queries: Queries, { deliveryN, messageId }: DeliveryReport): Promise<string | null> => {
  const select = queries.selectFrom('deliveries').select('id');
  const named = deliveryN === null ? undefined : await select.where('n', '=', deliveryN).executeTakeFirst();
  if (named !== undefined || messageId === null) return named?.id ?? null;
  return (await select.where('message_id_header', '=', `<${messageId}>`).executeTakeFirst())?.id ?? null;
};

/**
 * Finds the recipients with a reported address. A forwarding server may report another address, so a mail's only
 * recipient always matches.
 */
const findRecipients = ({ recipients }: DeliveryRow, email: string): readonly RecipientRow[] => {
  const named = recipients.filter(({ email_key }) => email_key === toEmailKey(email));
  return named.length > 0 || recipients.length > 1 ? named : recipients;
};

/**
 * Returns whether a failure is permanent. A status that starts with 4 (RFC 3463) is temporary, even if the server has
 * stopped retrying. A missing status is permanent.
 */
const isPermanent = (status: string): boolean => !status.startsWith('4');

const maxLength = 500;

const describe = (status: string, diagnostic: string): string =>
  cutText([status, diagnostic].filter(text => text !== '').join(' '), maxLength).toWellFormed() || 'Returned';
