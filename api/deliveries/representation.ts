import type { Selectable } from 'kysely';
import type { Delivery } from '#contract';
import { deliveryKinds, deliveryStates, recipientRoles, recipientStates } from '#contract/enums';
import { decodeEnum, isoTime, isoTimeOrNull } from '../database/column-encoding.ts';
import type { DeliveryRecipientTable, DeliveryTable } from '../database/schema.ts';

export type DeliveryColumns = Selectable<DeliveryTable>;

export type RecipientRow = DeliveryRecipientTable;

/** A stored delivery with its recipients, in the order of the mail. */
export type DeliveryRow = DeliveryColumns & { recipients: readonly RecipientRow[] };

/** Converts a stored delivery to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toDelivery =
  (baseUrl: string) =>
  (row: DeliveryRow): Delivery => ({
    id: row.id,
    url: `${baseUrl}/v1/deliveries/${row.id}`,
    kind: decodeEnum(deliveryKinds, row.kind),
    state: decodeEnum(deliveryStates, row.state),
    reason: row.reason,
    mailbox_id: row.mailbox_id,
    ticket_id: row.ticket_id,
    message_id: row.message_id,
    from: { name: row.from_name, email: row.from_email },
    recipients: row.recipients.map(toRecipient),
    subject: row.subject,
    message_id_header: row.message_id_header,
    send_after: isoTimeOrNull(row.send_after),
    attempts: row.attempts,
    next_attempt_at: isoTimeOrNull(row.next_attempt_at),
    last_response: row.last_response,
    may_be_duplicate: row.may_be_duplicate === 1,
    size: row.size === 0 ? null : row.size,
    sent_at: isoTimeOrNull(row.sent_at),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

const toRecipient = ({ name, email, role, state, response }: RecipientRow): Delivery['recipients'][number] => ({
  name,
  email,
  role: decodeEnum(recipientRoles, role),
  state: decodeEnum(recipientStates, state),
  response,
});

/** Identifies the representation of a delivery. */
export const getDeliveryCacheKey = ({ id, version }: DeliveryRow): string => `delivery/${id}/${version}`;
