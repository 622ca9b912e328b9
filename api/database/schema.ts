import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditAction, AuditTargetKind, DeliveryReason, JobKind, PresenceMode } from '#contract/enums';
import type { Collection, DeletableResource, EventKind, EventType, ResourceName } from '#contract/resources';

/**
 * The tables. Both engines share them, except for the search index and presence. Times are milliseconds since 1970.
 * Booleans are 0 or 1. Numeric enums are indexes into the contract's lists. A missing time is 0 if lists sort by it.
 */
export type Schema = {
  people: PersonTable;
  identity_providers: IdentityProviderTable;
  identities: IdentityTable;
  tickets: TicketTable;
  /**
   * `watching` is 0 if the person stopped watching by hand. Then only a mention or the person can start the watch
   * again.
   */
  watchers: { person_id: string; ticket_n: number; watching: number; created_at: number };
  ticket_words: { ticket_n: number; words: string[]; text: string };
  /** The words of all tickets: see vocabulary.ts. */
  search_words: { word: string; rank: number };
  messages: MessageTable;
  gists: GistTable;
  gist_files: { gist_n: number; position: number; name: string; content: string };
  stars: { person_id: string; gist_n: number; created_at: number };
  views: ViewTable;
  tags: TagTable;
  customers: CustomerTable;
  mailboxes: MailboxTable;
  mailbox_states: MailboxStateTable;
  imap_cursors: ImapCursorTable;
  mailbox_authorizations: MailboxAuthorizationTable;
  /** Secrets that the desk needs in plain text, each encrypted: see secrets/secrets.ts. */
  sealed_secrets: { name: string; value: string };
  mails: MailTable;
  /** Files by their SHA-256 in hex: see files/. `used_at` is renewed when the same bytes are stored again. */
  stored_files: { sha256: string; size: number; used_at: number; location: Generated<number> };
  /** The bytes of files in the database, in chunks of at most 256 KiB. */
  file_chunks: { sha256: string; position: number; data: Uint8Array };
  attachments: AttachmentTable;
  /** The Message-IDs of a ticket's mails, without brackets. */
  message_ids: { ticket_n: number; id: string; ours: number };
  /** The addresses on a ticket. Readers ignore a row with the requester's address. */
  participants: { ticket_n: number; email_key: string; email: string; name: string; role: number };
  settings: SettingsTable;
  clients: ClientTable;
  audit_entries: AuditEntryTable;
  jobs: JobTable;
  deliveries: DeliveryTable;
  delivery_recipients: DeliveryRecipientTable;
  /** The mails of deliveries as they were sent, if they have no files. */
  delivery_sources: { delivery_n: number; raw: string };
  notifications: NotificationTable;
  /** The preferences that a person has changed; other kinds of notifications have their defaults. */
  notification_preferences: { person_id: string; kind: number; in_app: number; by_mail: number };
  /**
   * `notify` is the last event that was read for notifications; `storage` is 1 while the storage is nearly full. A
   * cursor at 0 may have no row.
   */
  cursors: { name: 'notify' | 'storage'; position: number };
  events: EventTable;
  /** Deleted resources respond 410 forever. A message's key is `ticket id/message id`. */
  tombstones: { kind: DeletableResource; key: string; deleted_at: number };
  counters: { name: CounterName; value: number };
  /** The rows that the sample desk has added, with their versions at that time. */
  sample_rows: { kind: SampleKind; id: string; version: number };
  idempotency_keys: { key_hash: string; payload_hash: string; answer: string; created_at: number };
  migrations: { name: string; applied_at: number };
  oauth_records: OAuthRecordTable;
  oauth_keys: { kid: string; jwk: string; created_at: number };
  one_time_links: OneTimeLinkTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  presence: PresenceTable;
  /** Counts of rate-limiter-flexible; `expire` is in milliseconds. */
  sign_in_failures: { key: string; points: number; expire: number | null };
  rate_limits: { key: string; points: number; expire: number | null };
};

/** Resources of the sample desk. */
export type SampleKind = 'ticket' | 'gist' | 'person';

/** Columns of every resource. `n` is the creation order, never reused. Only jobs and notifications show it, as `id`. */
type ResourceRow = {
  n: Generated<number>;
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
};

export type PersonTable = ResourceRow & {
  name: string;
  /** As entered; unique by `email_key`, its lower-case form. */
  email: string;
  email_key: string;
  role: number;
  disabled: number;
  /** A PHC string, or null while no password is set. */
  password_hash: string | null;
  kind: Generated<number>;
};

export type IdentityProviderTable = ResourceRow & {
  name: string;
  issuer: string;
  client_id: string;
  /** 1 if its secret is stored: see secret-names.ts. */
  client_secret_set: number;
  /** A JSON array of strings. */
  domains: string;
  trust_unverified_email: number;
  /** Null if a sign-in never creates a person. */
  auto_create_role: number | null;
  trust_mfa: number;
  enabled: number;
};

/** An account at an identity provider. The provider may have been deleted. */
export type IdentityTable = ResourceRow & {
  person_n: number;
  issuer: string;
  subject: string;
  email: string | null;
  /** 0 if the person may sign in with the password, regardless of the settings. */
  hides_password: number;
};

export type TicketTable = ResourceRow & {
  subject: string;
  description: string;
  customer_name: string | null;
  customer_email: string | null;
  state: number;
  priority: number;
  assignee_id: string | null;
  /** A JSON array of strings. */
  tags: string;
  /** 0 unless closed. */
  closed_at: number;
  messages_count: number;
  /** 0 without messages. */
  last_message_at: number;
  awaiting_reply: number;
  created_by: string;
  /** The mailbox may have been deleted. */
  mailbox_id: string | null;
  undelivered: Generated<number>;
  follow_up_of: Generated<string | null>;
};

export type MessageTable = ResourceRow & {
  ticket_n: number;
  body: string;
  type: number;
  direction: number;
  author_name: string;
  author_id: string;
  format: Generated<number>;
  automatic: Generated<number>;
  sender_known: Generated<number>;
  /** Null if unknown. */
  sender_verified: Generated<number | null>;
  folded_lines: Generated<number>;
  mail_id: Generated<string | null>;
  /** A JSON object with the lists `to`, `cc` and `bcc`; null if all are empty. */
  recipients: string | null;
  /** 0 for a message that was not scheduled. */
  send_after: number;
  delivery_id: string | null;
  /** When a scheduled reply was queued for sending, 0 before. Null for other messages: `created_at` counts. */
  answered_at: number | null;
  /** A copy of the data of its files, as a JSON array: see attachments.ts. Null without files. */
  attachments: string | null;
  /** The ids of the people whom a note mentions, as a JSON array. Null without mentions. */
  mentions: Generated<string | null>;
};

export type GistTable = ResourceRow & {
  description: string;
  public: number;
  owner_id: string;
  /** Search words of description, file names and contents: see tokenize.ts. */
  words: string;
};

export type ViewTable = ResourceRow & {
  name: string;
  /** A query string of the ticket list, as entered. */
  query: string;
  shared: number;
  owner_id: string;
};

/**
 * `id` is the name. A row is never deleted: if a ticket uses the name again, the version of the tag continues. A tag
 * exists while it has tickets, a description or a running removal.
 */
export type TagTable = ResourceRow & {
  description: string;
  /** The number of tickets that have the tag. */
  tickets: number;
  /** 1 while a job removes the tag from its tickets: see tags/replace-tag.ts. */
  removing: number;
  /** The tag that replaces it in a merge; null otherwise. */
  merged_into: string | null;
  /** The number of tickets at the start of the removal. */
  removal_total: number;
  /** The person who removes it, and their client; null otherwise. */
  removed_by: string | null;
  removed_with: string | null;
  /** 1 if it was deleted or merged, and no ticket has used it since. */
  deleted: number;
};

/** `id` is the address in lower case, and `created_at` the first contact. */
export type CustomerTable = ResourceRow & {
  /** The address in its latest spelling. */
  email: string;
  name: string | null;
  last_ticket_at: number;
  /** 0 unless mail bounced: see customer-bounces.ts. */
  bounced_at: Generated<number>;
  bounce_response: Generated<string | null>;
};

export type MailboxTable = ResourceRow & {
  name: string;
  address: string;
  /** A JSON array of addresses. */
  aliases: string;
  enabled: number;
  transport: number;
  signature: string;
  default_assignee_id: string | null;
  /** A JSON array of strings. */
  default_tags: string;
  subject_threading: number;
  new_ticket_after_days: number;
  acknowledgement: string | null;
  person_id: string;
  connection_version: number;
  connection_updated_at: number;
  /** The IMAP server, a JSON object without the password; null without a server. */
  inbound: Generated<string | null>;
  /** The SMTP server, a JSON object without the password; null without a server. */
  outbound: string | null;
  trusted_authserv_id: string | null;
};

/** An incoming mail. */
export type MailTable = ResourceRow & {
  /** The mailbox may have been deleted. */
  mailbox_id: string;
  state: number;
  reason: number | null;
  envelope_from: string | null;
  envelope_to: string | null;
  size: number;
  /** Of the bytes, in hex. */
  sha256: string;
  /** The SHA-256 of the stored bytes, in hex; null once they were released. */
  file_id: string | null;
  /** The number of times that processing started again after a failure or a crash. */
  attempts: number;
  process_as: number;
  process_ticket_id: string | null;
  /** The sender's address in lower case. Null until the mail is parsed, like the nullable columns below. */
  sender_key: string | null;
  message_id_header: string | null;
  /** Equal for copies of one mail. */
  digest: string | null;
  subject: string | null;
  date: number | null;
  /** A JSON object: see mails/representation.ts. */
  headers: string;
  ticket_id: string | null;
  message_id: string | null;
  starts_ticket: number;
  /** 1 for mail older than the connection to the mailbox. It gets no automatic reply. */
  is_old: Generated<number>;
  /** 1 for old mail whose files are not on its message yet. */
  lacks_files: Generated<number>;
};

/** The progress of the import from an IMAP folder. */
export type ImapCursorTable = {
  mailbox_n: number;
  /** Identifies the numbering of the folder (RFC 9051, 2.3.1.1); 0 to start again by date. */
  uidvalidity: number;
  /** All mail up to this UID was imported or deliberately skipped. */
  last_uid: number;
  /** Mail up to this UID was marked as read or moved if the connection requires that. */
  handled_uid: number;
  /**
   * At first, the time from which mail up to `since_uid` is imported. Once that mail is imported and handled, the
   * arrival time of the last imported mail.
   */
  since: number;
  since_uid: number;
  /** When the folder was first opened. Older mail gets no automatic reply. */
  connected_at: number;
};

/** A file. It is on a message, or belongs to its uploader. */
export type AttachmentTable = ResourceRow & {
  uploader_id: string;
  name: string;
  size: number;
  /** Of the bytes, in hex: their key in the file store. */
  sha256: string;
  type: number;
  declared_type: string | null;
  width: number | null;
  height: number | null;
  scan: number;
  /** Null while it is unattached: no message has it. */
  ticket_id: string | null;
  message_id: string | null;
  /** The time since which it has been unattached; 0 while it is on a message. */
  unattached_at: number;
};

/** The observed state of a mailbox. Its changes do not change the mailbox's version. */
export type MailboxStateTable = {
  mailbox_n: number;
  inbound_state: number;
  inbound_since: number;
  inbound_error: string | null;
  outbound_state: number;
  outbound_since: number;
  outbound_error: string | null;
  /** 0 if no mail has arrived. */
  last_mail_at: number;
  /** When a paused mailbox tries its mail server again; 0 if only a person can resume it. */
  outbound_retry_at: Generated<number>;
};

/** How a mailbox signs in at its provider. The row stays when the provider is removed: its version continues. */
export type MailboxAuthorizationTable = {
  mailbox_n: number;
  version: number;
  updated_at: number;
  /** The provider and the client as JSON; null without a provider. */
  client: string | null;
  state: number;
  since: number;
  error: string | null;
  /** Increases with every change of the tokens or the client. */
  generation: number;
  /** The last moment at which the access token is used, shortly before it expires; 0 without a token. */
  expires_at: number;
  /** 1 if a mail server rejected the previous token. */
  was_rejected: number;
  /** The digest of the OAuth state of a started sign-in and the administrator's id; null if no sign-in is started. */
  sign_in_digest: string | null;
  sign_in_expires_at: number;
};

/** A link with which a person chooses a password, without a session. */
export type OneTimeLinkTable = {
  n: Generated<number>;
  /** An index into `oneTimeLinkKinds`. */
  kind: number;
  person_id: string;
  /** The SHA-256 of the token, in hex; null until its mail is composed. */
  digest: string | null;
  /** The mail with the link; null if the desk sends no mail. */
  delivery_id: string | null;
  /** The administrator; null for the command line and for the person. */
  created_by: string | null;
  expires_at: number;
};

/** A second factor of a person. The seed is in `sealed_secrets`. */
type SecondFactorTable = {
  person_id: string;
  /** An index into `secondFactorKinds`. */
  kind: number;
  created_at: number;
  /** The time of the last sign-in with it or with a recovery code. Initially, the time of the setup. */
  last_used_at: number;
  /** The 30-second step since 1970 of the last accepted code; earlier codes are rejected. */
  last_step: number;
  /** The digest of the sign-in that used the code. This sign-in may send the code again. */
  used_by: string;
};

/** A code that replaces the second factor once. */
type RecoveryCodeTable = {
  person_id: string;
  /** The SHA-256 of the code, in hex. */
  digest: string;
  /** The digest of the sign-in that used it; null for an unused code. */
  used_by: string | null;
};

/** A passkey (WebAuthn credential) of a person. */
type PasskeyTable = {
  person_id: string;
  /** The credential id in base64url, unique among all people. */
  id: string;
  name: string;
  /** In base64url, COSE format. */
  public_key: string;
  /** The number of signatures that the authenticator has made; 0 if it does not count them. */
  counter: number;
  created_at: number;
  /** The time of the last sign-in with it. Initially, the time when it was added. */
  last_used_at: number;
  /** When it was disabled, because its counter did not increase: there may be a copy. Null for an enabled passkey. */
  disabled_at: number | null;
};

/** An announcement of a person on a ticket. SQLite has no such table: see presence/store.ts. */
export type PresenceTable = {
  ticket_id: string;
  person_id: string;
  /** A person who writes also has a row for viewing. */
  mode: PresenceMode;
  /** The time of the first announcement; a gap between announcements restarts it. */
  since: number;
  expires_at: number;
};

/** An outgoing mail. It has no source until it is handed to a server or captured. */
export type DeliveryTable = ResourceRow & {
  kind: number;
  state: number;
  reason: DeliveryReason | null;
  /** The mailbox may have been deleted. */
  mailbox_id: string;
  ticket_n: number | null;
  ticket_id: string | null;
  message_n: number | null;
  message_id: string | null;
  from_name: string;
  from_email: string;
  subject: string;
  /** The text of a mail without a message. */
  text: string | null;
  /** With angle brackets. */
  message_id_header: string;
  send_after: number;
  attempts: number;
  next_attempt_at: number;
  last_response: string | null;
  may_be_duplicate: number;
  /** 1 once `announceDelivery` has handled its final state. */
  announced: number;
  /** 0 until it is composed. */
  size: number;
  sent_at: number;
  /** The sent mail in the file store. Null for a mail without files: see `delivery_sources`. */
  source_sha256: Generated<string | null>;
};

export type DeliveryRecipientTable = {
  delivery_n: number;
  /** In the order of the mail, from 0. */
  position: number;
  role: number;
  name: string;
  email: string;
  /** The address in lower case. */
  email_key: string;
  state: number;
  response: string | null;
};

/** At most one row; a desk that has changed no settings may have none. */
export type SettingsTable = ResourceRow & {
  /** The settings that differ from their defaults, as a JSON object. */
  changed: string;
};

/** Background work: see jobs/. A finished job is deleted. */
export type JobTable = Omit<ResourceRow, 'id'> & {
  /** `n` in decimal digits. */
  id: GeneratedAlways<string>;
  kind: JobKind;
  /** Unique within a kind; null for a job without a key. */
  key: string | null;
  /** A JSON object. */
  payload: string;
  state: number;
  run_at: number;
  /** When a job has to run again, because it was enqueued again during a run; otherwise 0. */
  again: number;
  /** The number of attempts, without postponed attempts and outages of the store. A restarted job has 0 again. */
  attempts: number;
  /** `lease_until` is 0, and `lease_by` null, unless the job is running. */
  lease_until: number;
  lease_by: string | null;
  last_error: string | null;
  /** A JSON object with `done` and `total`. */
  progress: string | null;
};

/** One line of the audit log. It never changes. */
export type AuditEntryTable = ResourceRow & {
  action: AuditAction;
  target_kind: AuditTargetKind;
  target_id: string | null;
  /** Null for the command line and for the desk itself. */
  person_id: string | null;
  client_id: string | null;
  /** A JSON object with `{"old", "new"}` for each field, and `"changed"` for a secret. */
  changes: string;
};

/** Notifies one person of a change of a ticket, or of a problem of the desk. `id` is `n` in decimal digits. */
export type NotificationTable = ResourceRow & {
  person_id: string;
  kind: number;
  ticket_n: number | null;
  /** The message may have been deleted. */
  message_id: string | null;
  /** The author of the event. */
  actor_id: string | null;
  /** The event of the change log; null for `system`. */
  event_n: number | null;
  /** An index into `systemCauses`; null unless `system`. */
  cause: number | null;
  /** The mailbox, job or mail of a `system` notification; null for the storage. */
  target_id: string | null;
  /** Identifies an occurrence of a system cause, so that it notifies a person once. */
  source: string | null;
  /** 0 while it is unread. */
  read_at: number;
  /** 1 if the person wanted its kind of notification in the app when it was created. Otherwise it is not listed. */
  in_app: number;
  /** 1 if it may be mailed. Becomes 0 when it is read, or when its person turns off mail of the kind. */
  by_mail: number;
  /** When its mail was queued; 0 before. */
  mailed_at: number;
  /** The delivery whose mail contains it; null before that mail is queued. */
  delivery_id: string | null;
};

/** One line of the change log. */
export type EventTable = {
  /** Ascends in commit order. */
  n: number;
  type: EventType;
  kind: EventKind;
  resource_id: string;
  /** Set for tickets and messages. */
  ticket_id: string | null;
  /** The only person who may read it; null for everyone. */
  private_to: string | null;
  version: number;
  person_id: string;
  client_id: string | null;
  created_at: number;
  /** 1 for an import or automatic mail. Such an event creates no notifications. */
  silent: Generated<number>;
  /** A JSON object of `{"old", "new"}` by field. */
  changes: string;
};

/**
 * `*.id` is the last decimal id that was assigned or reserved (`event.id`: the last `n`). `*.changes` counts the
 * changes of a collection (list validators). `oauth.keys` only serves as a lock. `files.bytes` is the size of all
 * stored files. `tickets.in_state.*` counts the tickets of a state. `stars.*` and `watching.*` count the changes of a
 * person's stars and watched tickets.
 */
export type CounterName =
  | `${ResourceName | 'event'}.id`
  | `${Collection}.changes`
  | 'oauth.keys'
  | 'files.bytes'
  | `tickets.in_state.${number}`
  | `stars.${string}`
  | `watching.${string}`;

/** An OAuth client; `id` is its client_id. */
export type ClientTable = ResourceRow & {
  name: string;
  /** The SHA-256 of the secret, in hex; null for a client without a secret. */
  secret_hash: string | null;
  /** The SHA-256 of the previous secret, which is valid until `old_secret_until`; null if there is none. */
  old_secret_hash: string | null;
  old_secret_until: number | null;
  /** The client's oidc-provider metadata, as JSON. */
  metadata: string;
  /** The scopes it may be granted, separated by spaces. */
  scopes: string;
  /** Requests per minute per person through this client; null for the desk's default. */
  rate_limit: number | null;
};

/** A record of oidc-provider. Tokens are stored only as their SHA-256. */
export type OAuthRecordTable = {
  model: string;
  id_hash: string;
  payload: string;
  grant_id: string | null;
  uid: string | null;
  account_id: string | null;
  client_id: string | null;
  created_at: number;
  consumed_at: number | null;
  /** The response to a refresh, encrypted with a key derived from the refresh token. */
  answer: string | null;
  expires_at: number | null;
};
