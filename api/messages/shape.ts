import type { Selectable } from 'kysely';
import type { Message, MessageDraft } from '#contract';
import { directions, messageTypes } from '#contract/vocabulary';
import type { MessageRow as Stored } from '../database/schema.ts';
import { isoTime, rankOf, wordAt } from '../database/values.ts';

/** A message as it is stored, with the id of its ticket. */
export type MessageRow = Selectable<Stored> & { ticket_id: string };

/** A stored message as the contract shows it; `baseUrl` is API_PUBLIC_URL. */
export const showMessage =
  (baseUrl: string) =>
  (row: MessageRow): Message => ({
    id: row.id,
    url: `${baseUrl}/v1/tickets/${row.ticket_id}/messages/${row.id}`,
    body: row.body,
    type: wordAt(messageTypes, row.type),
    direction: wordAt(directions, row.direction),
    author_name: row.author_name,
    ticket_id: row.ticket_id,
    author_id: row.author_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** The writable part of a stored message. */
export const messageDraft = (row: MessageRow): MessageDraft => ({
  body: row.body,
  type: wordAt(messageTypes, row.type),
  direction: wordAt(directions, row.direction),
  author_name: row.author_name,
});

/** The stored form of the writable part, but for the author's name, which has a default of its own. */
export const messageColumns = ({ body, type, direction }: MessageDraft) => ({
  body,
  type: rankOf(messageTypes, type),
  direction: rankOf(directions, direction),
});
