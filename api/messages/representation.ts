import type { Selectable } from 'kysely';
import type { Message, MessageDraft } from '#contract';
import { directions, messageFormats, messageTypes } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime } from '../database/column-encoding.ts';
import type { MessageTable } from '../database/schema.ts';

/** A stored message with the id of its ticket. */
export type MessageRow = Selectable<MessageTable> & { ticket_id: string };

/** Converts a stored message to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toMessage =
  (baseUrl: string) =>
  (row: MessageRow): Message => ({
    id: row.id,
    url: `${baseUrl}/v1/tickets/${row.ticket_id}/messages/${row.id}`,
    body: row.body,
    type: decodeEnum(messageTypes, row.type),
    direction: decodeEnum(directions, row.direction),
    author_name: row.author_name,
    format: decodeEnum(messageFormats, row.format),
    folded_lines: row.folded_lines,
    automatic: row.automatic === 1,
    sender_known: row.sender_known === 1,
    sender_verified: row.sender_verified === null ? null : row.sender_verified === 1,
    mail_id: row.mail_id,
    ticket_id: row.ticket_id,
    author_id: row.author_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Identifies the representation of a message. */
export const getMessageCacheKey = (row: MessageRow): string => `message/${row.ticket_id}/${row.id}/${row.version}`;

/** Picks the writable fields of a stored message. */
export const messageDraft = (row: MessageRow): MessageDraft => ({
  body: row.body,
  type: decodeEnum(messageTypes, row.type),
  direction: decodeEnum(directions, row.direction),
  author_name: row.author_name,
});

/** Converts the writable fields to columns. The author's name is missing: its default depends on the ticket. */
export const messageColumns = ({ body, type, direction }: MessageDraft) => ({
  body,
  type: encodeEnum(messageTypes, type),
  direction: encodeEnum(directions, direction),
});
