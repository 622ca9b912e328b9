import type { Selectable } from 'kysely';
import type { Ticket, TicketDraft } from '#contract';
import { priorities, states } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime, isoTimeOrNull } from '../database/column-encoding.ts';
import type { TicketTable } from '../database/schema.ts';

export type TicketRow = Selectable<TicketTable>;

/** Converts a stored ticket to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toTicket =
  (baseUrl: string) =>
  (row: TicketRow): Ticket => ({
    id: row.id,
    url: `${baseUrl}/v1/tickets/${row.id}`,
    ...ticketDraft(row),
    closed_at: isoTimeOrNull(row.closed_at),
    messages_count: row.messages_count,
    last_message_at: isoTimeOrNull(row.last_message_at),
    awaiting_reply: row.awaiting_reply === 1,
    undelivered: row.undelivered === 1,
    created_by: row.created_by,
    follow_up_of: row.follow_up_of,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Returns a key that is unique to this version of a ticket. */
export const getTicketCacheKey = (row: TicketRow): string => `ticket/${row.id}/${row.version}`;

/** Picks the writable fields of a stored ticket. */
export const ticketDraft = (row: TicketRow): TicketDraft => ({
  subject: row.subject,
  description: row.description,
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  state: decodeEnum(states, row.state),
  priority: decodeEnum(priorities, row.priority),
  assignee_id: row.assignee_id,
  tags: JSON.parse(row.tags) as string[],
  mailbox_id: row.mailbox_id,
});

/** Converts the writable fields to their columns. */
export const ticketColumns = (draft: TicketDraft) => ({
  ...draft,
  state: encodeEnum(states, draft.state),
  priority: encodeEnum(priorities, draft.priority),
  tags: JSON.stringify(draft.tags),
});
