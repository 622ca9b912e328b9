import type { Updateable } from 'kysely';
import { deliveryKinds, recipientRoles } from '#contract/enums';
import type { Actor } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { saveMessageId } from '../database/message-ids.ts';
import { saveParticipants } from '../database/participants.ts';
import { newRowColumns } from '../database/resource-rows.ts';
import type { DeliveryTable } from '../database/schema.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { createMessageId } from './compose/message-id.ts';
import type { DeliveryColumns, DeliveryRow, RecipientRow } from './representation.ts';
import { held, queued, recipientState } from './states.ts';

export type Addressee = { name: string; email: string };

/** The visible and hidden recipients of a mail. */
export type Recipients = { to: readonly Addressee[]; cc: readonly Addressee[]; bcc: readonly Addressee[] };

/** A new mail. `text` is null for a reply, and for mail whose text is composed when it is sent. */
export type NewDelivery = {
  kind: (typeof deliveryKinds)[number];
  mailbox: { id: string; name: string; address: string };
  /** Null for mail to people of the desk. */
  ticket: { n: number; id: string } | null;
  subject: string;
  message: { n: number; id: string } | null;
  text: string | null;
  recipients: Recipients;
  /** Milliseconds since 1970; 0 to send it immediately. */
  sendAfter: number;
};

/** Finds a delivery; null if it is unknown. Inside a transaction, locks its row until the transaction ends. */
export const findDelivery = async (queries: Queries, id: string): Promise<DeliveryRow | null> => {
  const query = queries.selectFrom('deliveries').selectAll().where('id', '=', id);
  const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : ((await loadRecipients(queries, [row]))[0] ?? null);
};

/** Locks the ticket of a delivery. Call it before you lock the delivery: changes of a message lock in this order. */
export const lockTicketOf = async (writes: WriteTransaction, deliveryId: string): Promise<void> => {
  await writes
    .selectFrom('tickets')
    .select('n')
    .where('n', '=', inner => inner.selectFrom('deliveries').select('ticket_n').where('id', '=', deliveryId))
    .forUpdate()
    .execute();
};

/**
 * Returns the author of the events of a mail. It is the mailbox's person, or the author of the message if the mailbox
 * was deleted.
 */
export const findDeskActor = async (
  queries: Queries,
  { mailbox_id, message_n }: DeliveryColumns,
  now: number,
): Promise<Actor> => {
  const mailbox = await queries
    .selectFrom('mailboxes')
    .select('person_id')
    .where('id', '=', mailbox_id)
    .executeTakeFirst();
  const message = await queries
    .selectFrom('messages')
    .select('author_id')
    .where('n', '=', message_n)
    .executeTakeFirst();
  return { personId: mailbox?.person_id ?? message?.author_id ?? '', clientId: null, now };
};

/** Loads the recipients of deliveries. */
export const loadRecipients = async (queries: Queries, rows: readonly DeliveryColumns[]): Promise<DeliveryRow[]> => {
  if (rows.length === 0) return [];
  const recipients = await queries
    .selectFrom('delivery_recipients')
    .selectAll()
    .where(
      'delivery_n',
      'in',
      rows.map(({ n }) => n),
    )
    .orderBy('delivery_n')
    .orderBy('position')
    .execute();
  const byDelivery = Map.groupBy(recipients, ({ delivery_n }) => delivery_n);
  return rows.map(row => ({ ...row, recipients: byDelivery.get(row.n) ?? [] }));
};

/** Inserts a delivery and its job, in the transaction that causes the mail. */
export const insertDelivery = async (
  writes: WriteTransaction,
  { kind, mailbox, ticket, subject, message, text, recipients, sendAfter }: NewDelivery,
  now: number,
): Promise<DeliveryColumns> => {
  const isScheduled = sendAfter > now;
  const row = await writes
    .insertInto('deliveries')
    .values({
      ...(await newRowColumns(writes, 'delivery', now)),
      kind: encodeEnum(deliveryKinds, kind),
      state: isScheduled ? held : queued,
      reason: null,
      mailbox_id: mailbox.id,
      ticket_n: ticket?.n ?? null,
      ticket_id: ticket?.id ?? null,
      message_n: message?.n ?? null,
      message_id: message?.id ?? null,
      from_name: mailbox.name,
      from_email: mailbox.address,
      subject,
      text,
      message_id_header: createMessageId(mailbox.address),
      send_after: isScheduled ? sendAfter : 0,
      attempts: 0,
      next_attempt_at: 0,
      last_response: null,
      may_be_duplicate: 0,
      announced: 0,
      size: 0,
      sent_at: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRecipients(writes, row.n, recipients);
  if (ticket !== null) await saveMessageId(writes, ticket.n, row.message_id_header, { isOutgoing: true });
  // Visible recipients become participants of the ticket, so their answers come from known senders.
  if (kind === 'reply' && ticket !== null)
    await saveParticipants(writes, ticket.n, [...recipients.to, ...recipients.cc], 'cc');
  await incrementCounter(writes, 'deliveries.changes');
  await enqueueSending(writes, row, isScheduled ? sendAfter : undefined);
  return row;
};

/** Inserts recipients in the order to, cc, bcc. A repeated address is inserted once, with its first role. */
const insertRecipients = async (writes: WriteTransaction, deliveryN: number, recipients: Recipients): Promise<void> => {
  const all = recipientRoles.flatMap(role =>
    recipients[role].map(({ name, email }) => ({ role, name, email, key: toEmailKey(email) })),
  );
  const unique = all.filter(({ key }, index) => all.findIndex(each => each.key === key) === index);
  await writes
    .insertInto('delivery_recipients')
    .values(
      unique.map(({ role, name, email, key }, position) => ({
        delivery_n: deliveryN,
        position,
        role: encodeEnum(recipientRoles, role),
        name,
        email,
        email_key: key,
        state: recipientState.waiting,
        response: null,
      })),
    )
    .execute();
};

/** Replaces the recipients of a delivery that has not been sent yet. */
export const replaceRecipients = async (
  writes: WriteTransaction,
  deliveryN: number,
  recipients: Recipients,
): Promise<void> => {
  await writes.deleteFrom('delivery_recipients').where('delivery_n', '=', deliveryN).execute();
  await insertRecipients(writes, deliveryN, recipients);
};

/** Lower-cases an address in JavaScript: the database engines convert letters beyond ASCII differently. */
export const toEmailKey = (email: string): string => email.toLowerCase();

/** Changes a locked delivery and increments its version. */
export const updateDelivery = async (
  writes: WriteTransaction,
  { n, version }: Pick<DeliveryColumns, 'n' | 'version'>,
  changes: Updateable<DeliveryTable>,
  now: number,
): Promise<void> => {
  await writes
    .updateTable('deliveries')
    .set({ ...changes, version: version + 1, updated_at: now })
    .where('n', '=', n)
    .execute();
  await incrementCounter(writes, 'deliveries.changes');
};

/** Updates the state and the response of some recipients of one delivery. */
export const updateRecipients = async (
  writes: WriteTransaction,
  recipients: readonly RecipientRow[],
  changes: Pick<RecipientRow, 'state' | 'response'>,
): Promise<void> => {
  const [first] = recipients;
  if (first === undefined) return;
  await writes
    .updateTable('delivery_recipients')
    .set(changes)
    .where('delivery_n', '=', first.delivery_n)
    .where(
      'position',
      'in',
      recipients.map(({ position }) => position),
    )
    .execute();
};

/** Enqueues the job of a delivery, for now or for a later time. */
export const enqueueSending = (
  writes: WriteTransaction,
  { id }: Pick<DeliveryColumns, 'id'>,
  runAt?: number,
): Promise<void> =>
  enqueue(writes, 'send_delivery', {
    key: id,
    payload: { delivery_id: id },
    ...(runAt !== undefined && { runAt }),
  });
