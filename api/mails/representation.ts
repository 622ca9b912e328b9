import type { Mail, MailProcessing } from '#contract';
import { mailReasons, mailStates, processingKinds } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime } from '../database/column-encoding.ts';
import type { MailRow } from '../database/mails.ts';

export type { MailRow };

/** The addresses in a mail's headers, and its files; stored in the column `headers`. */
export type MailHeaders = Pick<Mail, 'from' | 'reply_to' | 'to' | 'cc' | 'files'>;

/** The headers of a mail that was not parsed. */
export const noHeaders: MailHeaders = { from: null, reply_to: [], to: [], cc: [], files: [] };

/** Converts a stored mail to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toMail =
  (baseUrl: string) =>
  (row: MailRow): Mail => ({
    id: row.id,
    url: `${baseUrl}/v1/mails/${row.id}`,
    mailbox_id: row.mailbox_id,
    state: decodeEnum(mailStates, row.state),
    reason: row.reason === null ? null : decodeEnum(mailReasons, row.reason),
    envelope_from: row.envelope_from,
    envelope_to: row.envelope_to,
    size: row.size,
    message_id_header: row.message_id_header,
    ...(JSON.parse(row.headers) as MailHeaders),
    subject: row.subject,
    date: row.date === null ? null : isoTime(row.date),
    ticket_id: row.ticket_id,
    message_id: row.message_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Reads how a stored mail is to be processed. */
export const mailProcessing = (row: MailRow): MailProcessing => ({
  as: decodeEnum(processingKinds, row.process_as),
  ticket_id: row.process_ticket_id,
});

export const processingColumns = ({ as, ticket_id }: MailProcessing) => ({
  process_as: encodeEnum(processingKinds, as),
  process_ticket_id: as === 'ticket' ? ticket_id : null,
});
