import type { Generated } from 'kysely';
import type { EventKind, EventType } from '#contract/vocabulary';

/**
 * The tables, the same on both engines. Times are milliseconds since 1970, switches are 0 or 1, ranks are positions in
 * the contract's vocabulary, an absent time or person that lists sort by is 0: so that one SQL text means the same everywhere.
 */
export type Schema = {
  people: PersonRow;
  tickets: TicketRow;
  ticket_words: { ticket_n: number; words: string[]; text: string };
  messages: MessageRow;
  gists: GistRow;
  gist_files: { gist_n: number; position: number; name: string; content: string };
  stars: { person_id: string; gist_n: number; created_at: number };
  views: ViewRow;
  events: EventRow;
  tombstones: { kind: TombstoneKind; key: string; deleted_at: number };
  counters: { name: CounterName; value: number };
  idempotency_keys: { key_hash: string; payload_hash: string; answer: string; created_at: number };
  migrations: { name: string; applied_at: number };
  oauth_clients: OAuthClientRow;
  oauth_records: OAuthRecordRow;
  oauth_keys: { kid: string; jwk: string; created_at: number };
  /** What rate-limiter-flexible counts; `expire` is in milliseconds. */
  sign_in_failures: { key: string; points: number; expire: number | null };
  rate_limits: { key: string; points: number; expire: number | null };
};

/** What every resource's row holds. `n` is the creation order, never reused and never shown. */
type ResourceRow = {
  n: Generated<number>;
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
};

export type PersonRow = ResourceRow & {
  name: string;
  /** As it was written; unique by `email_key`, its lower-case form. */
  email: string;
  email_key: string;
  role: number;
  disabled: number;
  /** A PHC string, or null: nobody signs in with this account until a password is set. */
  password_hash: string | null;
};

export type TicketRow = ResourceRow & {
  subject: string;
  description: string;
  customer_name: string | null;
  customer_email: string | null;
  state: number;
  priority: number;
  assignee_id: string | null;
  /** A JSON array of strings. */
  tags: string;
  /** 0 while not closed. */
  closed_at: number;
  messages_count: number;
  /** 0 while there is none. */
  last_message_at: number;
  awaiting_reply: number;
  created_by: string;
};

export type MessageRow = ResourceRow & {
  ticket_n: number;
  body: string;
  type: number;
  direction: number;
  author_name: string;
  author_id: string;
};

export type GistRow = ResourceRow & {
  description: string;
  public: number;
  owner_id: string;
  /** Description, file names and contents as search words: see words.ts. */
  words: string;
};

export type ViewRow = ResourceRow & {
  name: string;
  /** As it was written: a query string of the ticket list. */
  query: string;
  shared: number;
  owner_id: string;
};

/** One line of the change log. */
export type EventRow = {
  /** Grows in the order of commits. */
  n: number;
  type: EventType;
  kind: EventKind;
  resource_id: string;
  /** Of a ticket or message. */
  ticket_id: string | null;
  /** The only person who may read of it, or null: everybody. */
  private_to: string | null;
  version: number;
  person_id: string;
  client_id: string | null;
  created_at: number;
  /** A JSON object of `{"old", "new"}` by field. */
  changes: string;
};

/** A thing that was deleted: its address answers 410 for good. A message's key is `ticket id/message id`. */
export type TombstoneKind = 'ticket' | 'message' | 'gist' | 'view';

/**
 * `*.id` is the last decimal id given out (of an event: its `n`), `*.changes` counts the changes of a collection (list
 * validators); `oauth.keys` is only ever locked.
 */
export type CounterName =
  | 'ticket.id'
  | 'message.id'
  | 'gist.id'
  | 'person.id'
  | 'view.id'
  | 'event.id'
  | 'tickets.changes'
  | 'messages.changes'
  | 'gists.changes'
  | 'people.changes'
  | 'views.changes'
  | 'oauth.keys'
  | `tickets.in_state.${number}`
  | `stars.${string}`;

export type OAuthClientRow = {
  client_id: string;
  name: string;
  /** sha256 of the secret in hex, or null for a public client. */
  secret_hash: string | null;
  /** The same of the secret before, which is good until then beside it; null when there is none. */
  old_secret_hash: string | null;
  old_secret_until: number | null;
  /** What oidc-provider needs to know of the client, as JSON. */
  metadata: string;
  /** What it may be granted as it is registered now, separated by spaces. */
  scopes: Generated<string>;
  created_at: number;
  /** Requests a minute of one person through this client, or null: as many as the desk gives every client. */
  rate_limit: number | null;
};

/** One of oidc-provider's records; token values are never stored, only their sha256. */
export type OAuthRecordRow = {
  model: string;
  id_hash: string;
  payload: string;
  grant_id: string | null;
  uid: string | null;
  account_id: string | null;
  client_id: string | null;
  created_at: number;
  consumed_at: number | null;
  /** What a refresh token was traded for, sealed under a key that only the token itself yields. */
  answer: string | null;
  expires_at: number | null;
};
