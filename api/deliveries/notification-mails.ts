import { deliveryKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { WriteTransaction } from '../database/database.ts';
import { readSettings } from '../database/settings.ts';
import { createNotificationSubject } from './compose/notification-mail.ts';
import { findSender } from './find-sender.ts';
import type { DeliveryColumns } from './representation.ts';
import { cancelled, held, queued } from './states.ts';
import { type Addressee, findDelivery, insertDelivery, updateDelivery } from './store.ts';

const notification = encodeEnum(deliveryKinds, 'notification');

/** Returns whether a mail is about notifications. Its text is composed when it is sent. */
export const isNotificationMail = ({ kind }: Pick<DeliveryColumns, 'kind'>): boolean => kind === notification;

/**
 * Enqueues a mail about notifications. The caller stores its id as `delivery_id` of these notifications.
 * @returns its id; null if no mailbox can send or capture it, or if outgoing mail is paused
 */
export const enqueueNotificationMail = async (
  writes: WriteTransaction,
  { name, email }: Addressee,
  count: number,
  now: number,
): Promise<string | null> => {
  const settings = await readSettings(writes);
  const mailbox = await findSender(writes, settings, { mayCapture: true });
  if (mailbox === null || settings.outbound_paused) return null;
  const subject = createNotificationSubject(count, settings.desk_name);
  const recipients = { to: [{ name, email }], cc: [], bcc: [] };
  const mail = { kind: 'notification', mailbox, ticket: null, message: null, subject, text: null, recipients } as const;
  return (await insertDelivery(writes, { ...mail, sendAfter: 0 }, now)).id;
};

/** Withdraws a mail about notifications. @returns false if it is being sent, has a final state or was deleted */
export const withdrawNotificationMail = async (writes: WriteTransaction, id: string, now: number): Promise<boolean> => {
  const row = await findDelivery(writes, id);
  if (row === null || ![held, queued].includes(row.state)) return false;
  await updateDelivery(writes, row, { state: cancelled, reason: null, next_attempt_at: 0 }, now);
  return true;
};
