import type { Message, Ticket } from '#contract';
import { directions, messageFormats, messageTypes, priorities, states } from '#contract/enums';
import type { BaselineMessageRow, BaselineTicketRow } from './rows.ts';

/** Converts a row to the API's representation, with members in the same order. */
export function serializeTicket(row: BaselineTicketRow, apiPublicUrl: string): Ticket {
  return {
    id: row.id,
    url: `${apiPublicUrl}/v1/tickets/${row.id}`,
    subject: row.subject,
    description: row.description,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    state: states[row.state] ?? 'open',
    priority: priorities[row.priority] ?? 'normal',
    assignee_id: row.assignee_id,
    tags: JSON.parse(row.tags),
    mailbox_id: row.mailbox_id,
    closed_at: timeOrNull(row.closed_at),
    messages_count: row.messages_count,
    last_message_at: timeOrNull(row.last_message_at),
    awaiting_reply: row.awaiting_reply === 1,
    undelivered: row.undelivered === 1,
    created_by: row.created_by,
    follow_up_of: row.follow_up_of,
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}

/** Converts a row to the API's representation of a message. */
export function serializeMessage(row: BaselineMessageRow, ticketId: string, apiPublicUrl: string): Message {
  return {
    id: row.id,
    url: `${apiPublicUrl}/v1/tickets/${ticketId}/messages/${row.id}`,
    body: row.body,
    type: messageTypes[row.type] ?? 'reply',
    direction: directions[row.direction] ?? 'out',
    author_name: row.author_name,
    format: messageFormats[row.format] ?? 'markdown',
    folded_lines: row.folded_lines,
    automatic: row.automatic === 1,
    sender_known: row.sender_known === 1,
    sender_verified: row.sender_verified === null ? null : row.sender_verified === 1,
    mail_id: row.mail_id,
    ...{ to: [], cc: [], bcc: [], send_after: null, attachment_ids: [], attachments: [], mentions: [] },
    ticket_id: ticketId,
    author_id: row.author_id,
    delivery_id: null,
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

const timeOrNull = (milliseconds: number): string | null => (milliseconds === 0 ? null : time(milliseconds));
