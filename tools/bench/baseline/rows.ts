/**
 * A ticket row. Times are in milliseconds; `closed_at` and `last_message_at` are 0 without a value. States and
 * priorities are indexes into the contract's lists.
 */
export type BaselineTicketRow = {
  n: number;
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
  subject: string;
  description: string;
  customer_name: string | null;
  customer_email: string | null;
  state: number;
  priority: number;
  assignee_id: string | null;
  tags: string;
  closed_at: number;
  messages_count: number;
  last_message_at: number;
  awaiting_reply: number;
  created_by: string;
  mailbox_id: string | null;
  undelivered: number;
  follow_up_of: string | null;
};

export type BaselineMessageRow = {
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
  body: string;
  type: number;
  direction: number;
  author_name: string;
  author_id: string;
  format: number;
  automatic: number;
  sender_known: number;
  sender_verified: number | null;
  folded_lines: number;
  mail_id: string | null;
};
