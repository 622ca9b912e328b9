import type { Queries, WriteTransaction } from '../database/database.ts';
import { saveMessageId } from '../database/message-ids.ts';
import { deleteMailedLink, setMailedToken } from '../database/one-time-links.ts';
import { cancelDelivery } from './actions.ts';
import { type FileObstacle, findFileObstacle } from './file-obstacle.ts';
import type { ComposedMail } from './load-mail.ts';
import type { DeliveryColumns, DeliveryRow } from './representation.ts';
import { getRetryDelay } from './retry-delay.ts';
import type { RecipientResult, SendOutcome } from './smtp/outcome.ts';
import { bounced, captured, failed, held, isFinal, queued, recipientState, sending, sent } from './states.ts';
import { findDelivery, updateDelivery, updateRecipients } from './store.ts';

/**
 * Marks a delivery as being sent, and stores its mail. From here on, a crash leaves the outcome unknown.
 * @returns the number of the attempt; null if the delivery must not be sent now, or if its message or link changed
 * after the mail was composed
 */
export const startSending = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  mail: ComposedMail,
  now: number,
): Promise<number | null> => {
  const row = await findSendable(writes, id, mail);
  if (row === null) return null;
  const { linkDigest: digest } = mail;
  // The link was used or replaced since the mail was composed.
  if (digest !== null && !(await setMailedToken(writes, id, { digest, now }))) return null;
  const attempt = row.attempts + 1;
  await storeMail(writes, row, mail);
  await updateDelivery(writes, row, { ...mail.columns, state: sending, attempts: attempt, next_attempt_at: 0 }, now);
  return attempt;
};

/** Captures a delivery. @returns false if it must not be captured now, or its message was edited */
export const captureDelivery = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  mail: ComposedMail,
  now: number,
): Promise<boolean> => {
  const row = await findSendable(writes, id, mail);
  if (row === null) return false;
  await storeMail(writes, row, mail);
  await updateRecipients(writes, getWaiting(row), { state: recipientState.captured, response: null });
  await updateDelivery(writes, row, { ...mail.columns, state: captured, next_attempt_at: 0, sent_at: now }, now);
  return true;
};

const storeMail = async (writes: WriteTransaction, { n }: DeliveryRow, mail: ComposedMail): Promise<void> => {
  // The delivery itself refers to a mail in the file store.
  if (mail.isStored || mail.bytes.raw === null) return;
  await writes.insertInto('delivery_sources').values({ delivery_n: n, raw: mail.bytes.raw }).execute();
};

/**
 * Finds a queued delivery. Null if it must not be sent now, or its message was edited since the mail was composed. A
 * file may have been added to the message, or scanned, since the job checked its files.
 */
const findSendable = async (writes: WriteTransaction, id: string, mail: ComposedMail): Promise<DeliveryRow | null> => {
  const row = await findDelivery(writes, id);
  if (row === null || row.state !== queued || (await isStale(writes, row, mail))) return null;
  return (await findFileObstacle(writes, row)) === null ? row : null;
};

const isStale = async (queries: Queries, { message_n }: DeliveryRow, mail: ComposedMail): Promise<boolean> => {
  if (mail.isStored || message_n === null) return false;
  const row = await queries.selectFrom('messages').select('version').where('n', '=', message_n).executeTakeFirst();
  return row?.version !== mail.messageVersion;
};

/**
 * Stores the server's response for each recipient, even if another process now runs the job.
 * @param attempt the number of the attempt if the mail was handed over; null if the server rejected its envelope
 */
export const storeResults = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  outcome: Extract<SendOutcome, { kind: 'completed' }>,
  { attempt, now }: { attempt: number | null; now: number },
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row === null) return;
  for (const { email, state, response } of outcome.recipients) {
    const matching = getWaiting(row).filter(each => each.email === email);
    await updateRecipients(writes, matching, { state: resultStates[state], response });
  }
  // Some servers change the Message-ID. The customer's reply then refers to the new one.
  if (outcome.serverMessageId !== null && row.ticket_n !== null)
    await saveMessageId(writes, row.ticket_n, outcome.serverMessageId, { isOutgoing: true });
  const isSent = outcome.recipients.some(({ state }) => state === 'sent');
  const counted = attempt === null ? { attempts: row.attempts + 1 } : {};
  await settle(writes, row, { ...counted, last_response: outcome.response, ...(isSent && { sent_at: now }) }, now);
};

const resultStates: Record<RecipientResult['state'], number> = {
  sent: recipientState.sent,
  failed: recipientState.failed,
  deferred: recipientState.waiting,
};

/**
 * Queues a delivery again because the server cannot have accepted it. Fails it after the last attempt.
 * @param attempt as for `storeResults`
 */
export const storeDisconnect = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  response: string,
  { attempt, now }: { attempt: number | null; now: number },
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row === null || row.state !== (attempt === null ? queued : sending)) return;
  const counted = attempt === null ? { attempts: row.attempts + 1 } : {};
  await settle(writes, row, { ...counted, last_response: response }, now);
};

/**
 * Queues a delivery again, at most once, if the server may have accepted it. Marks it as a possible duplicate. If the
 * outcome of the second copy is unknown too, the delivery fails, and a person has to decide.
 * @param attempt the number of the attempt whose outcome is unknown; a delivery with a later attempt stays unchanged
 */
export const storeUnknown = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  { attempt, response }: { attempt: number; response: string },
  now: number,
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row === null || row.state !== sending || row.attempts !== attempt) return;
  if (row.may_be_duplicate === 0) return settle(writes, row, { last_response: response, may_be_duplicate: 1 }, now);
  await fail(writes, row, { reason: 'unconfirmed', response }, now);
};

/** Holds a mail because of its files, or queues it again if `reason` is null. */
export const holdForFiles = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  reason: FileObstacle | null,
  now: number,
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row === null || (row.state !== queued && row.reason !== 'file_not_scanned')) return;
  await updateDelivery(writes, row, { state: reason === null ? queued : held, reason, next_attempt_at: 0 }, now);
};

/** Fails a queued delivery whose mailbox was deleted. */
export const failForDeletedMailbox = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  now: number,
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row === null || row.state !== queued) return;
  await fail(writes, row, { reason: 'mailbox_deleted', response: 'The mailbox was deleted.' }, now);
};

/** Cancels a queued mail that must not be sent any more. */
export const cancelQueued = async (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  now: number,
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row?.state === queued) await cancelDelivery(writes, row, now);
};

const fail = async (
  writes: WriteTransaction,
  row: DeliveryRow,
  { reason, response }: { reason: NonNullable<DeliveryColumns['reason']>; response: string },
  now: number,
): Promise<void> => {
  await deleteMailedLink(writes, row.id);
  await updateRecipients(writes, getWaiting(row), { state: recipientState.failed, response });
  await updateDelivery(writes, row, { state: failed, reason, last_response: response, next_attempt_at: 0 }, now);
};

/** Finishes an attempt: the delivery then waits for its next attempt, or is final. */
const settle = async (
  writes: WriteTransaction,
  { id }: DeliveryRow,
  changes: Partial<DeliveryColumns>,
  now: number,
): Promise<void> => {
  const row = await findDelivery(writes, id);
  if (row === null || isFinal(row.state)) return;
  const waiting = getWaiting(row);
  const delay = waiting.length === 0 ? null : getRetryDelay(changes.attempts ?? row.attempts);
  if (delay !== null)
    return updateDelivery(writes, row, { ...changes, state: queued, next_attempt_at: now + delay }, now);
  await updateRecipients(writes, waiting, { state: recipientState.failed, response: changes.last_response ?? null });
  const has = (state: number) => row.recipients.some(each => each.state === state);
  const hasFailed = waiting.length > 0 || has(recipientState.failed);
  if (hasFailed) await deleteMailedLink(writes, id);
  // A bounce may arrive while the mail still waits for another recipient.
  const state = hasFailed ? failed : has(recipientState.bounced) ? bounced : sent;
  await updateDelivery(writes, row, { ...changes, state, next_attempt_at: 0 }, now);
};

/** Returns the recipients that the mail has not reached yet and may still reach. */
export const getWaiting = ({ recipients }: DeliveryRow): DeliveryRow['recipients'] =>
  recipients.filter(({ state }) => state === recipientState.waiting);
