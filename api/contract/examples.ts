/** Example resources for the reference. openapi.test.ts validates them against their schemas. */

const base = 'https://desk.example/v1';

export const exampleSnippet = {
  field: 'description' as const,
  parts: [
    { text: 'My card shows two payments of 49 € for the same ', match: false },
    { text: 'invoice', match: true },
    { text: '.', match: false },
  ],
};

export const exampleSearchSuggestion = { q: 'invioce 2041', suggestion: 'invoice 2041' };

export const exampleTicket = {
  id: '1042',
  url: `${base}/tickets/1042`,
  subject: 'Invoice 2041 was charged twice',
  description: 'My card shows two payments of 49 € for the same invoice.',
  customer_name: 'Amélie Laurent',
  customer_email: 'amelie@atelier-laurent.example',
  state: 'open',
  priority: 'high',
  assignee_id: '2',
  tags: ['billing', 'refund'],
  mailbox_id: '1',
  closed_at: null,
  messages_count: 2,
  last_message_at: '2026-11-20T17:35:33.123Z',
  awaiting_reply: false,
  undelivered: true,
  created_by: '2',
  follow_up_of: null,
  version: 3,
  created_at: '2026-11-20T16:02:10.004Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleTicketCounts = {
  counts: [
    { query: 'state=open&assignee_id=me', count: 12, exact: true },
    { query: 'state=closed', count: 10_000, exact: false },
  ],
};

const exampleMessageFile = {
  id: '12',
  url: `${base}/attachments/12`,
  name: 'statement.png',
  size: 48_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  type: 'image/png' as const,
  declared_type: 'image/png',
  width: 1280,
  height: 720,
  inline: true,
};

export const exampleMessage = {
  id: '2',
  url: `${base}/tickets/1042/messages/2`,
  body: 'I have asked our bank; the second payment will be back **within three days**.',
  type: 'reply',
  direction: 'out',
  author_name: 'Nora Lindqvist',
  format: 'markdown' as const,
  folded_lines: 0,
  automatic: false,
  sender_known: true,
  sender_verified: null,
  mail_id: null,
  to: [{ name: 'Amélie Laurent', email: 'amelie@atelier-laurent.example' }],
  cc: [],
  bcc: [],
  send_after: null,
  attachment_ids: ['12'],
  mentions: [],
  attachments: [exampleMessageFile],
  ticket_id: '1042',
  author_id: '2',
  delivery_id: '7',
  version: 1,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleDelivery = {
  id: '7',
  url: `${base}/deliveries/7`,
  kind: 'reply',
  state: 'failed',
  reason: null,
  mailbox_id: '1',
  ticket_id: '1042',
  message_id: '2',
  from: { name: 'Tallywright Support', email: 'support@tallywright.example' },
  recipients: [
    {
      name: 'Amélie Laurent',
      email: 'amelie@atelier-laurent.example',
      role: 'to',
      state: 'failed',
      response: '550 5.1.1 unknown user',
    },
  ],
  subject: 'Re: Invoice 2041 was charged twice',
  message_id_header: '<5f0c1be2a9d34c4f8e0d7a6b1c2f3e4d@tallywright.example>',
  send_after: null,
  attempts: 1,
  next_attempt_at: null,
  last_response: '550 5.1.1 unknown user',
  may_be_duplicate: false,
  size: 2148,
  sent_at: null,
  version: 3,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:34.502Z',
};

export const exampleGist = {
  id: '12',
  url: `${base}/gists/12`,
  description: 'Refund of a double payment',
  public: true,
  files: {
    'reply.md': {
      content: 'The second payment will be back within three days.\n',
      size: 51,
      language: 'Markdown',
      type: 'text/markdown',
    },
  },
  owner_id: '2',
  version: 1,
  created_at: '2026-11-18T09:12:44.870Z',
  updated_at: '2026-11-18T09:12:44.870Z',
};

export const exampleView = {
  id: '5',
  url: `${base}/views/5`,
  name: 'Waiting for me',
  query: 'state=open&assignee_id=me&sort=-priority',
  shared: false,
  owner_id: '2',
  version: 1,
  created_at: '2026-11-19T10:30:00.000Z',
  updated_at: '2026-11-19T10:30:00.000Z',
};

export const examplePerson = {
  id: '2',
  url: `${base}/people/2`,
  name: 'Nora Lindqvist',
  email: 'nora@desk.example',
  role: 'agent',
  disabled: false,
  kind: 'person',
  version: 1,
  created_at: '2026-11-02T08:00:00.000Z',
  updated_at: '2026-11-02T08:00:00.000Z',
};

export const exampleEvent = {
  id: '318',
  type: 'ticket.closed',
  resource: 'ticket',
  resource_id: '1042',
  ticket_id: '1042',
  version: 4,
  person_id: '2',
  client_id: 'web',
  created_at: '2026-11-20T17:36:02.540Z',
  changes: { state: { old: 'open', new: 'closed' } },
};

export const exampleCustomer = {
  id: 'amelie@atelier-laurent.example',
  url: `${base}/customers/amelie%40atelier-laurent.example`,
  email: 'Amelie@atelier-laurent.example',
  name: 'Amélie Laurent',
  last_ticket_at: '2026-11-20T16:02:10.004Z',
  bounce: null,
  version: 2,
  created_at: '2026-09-03T08:41:27.310Z',
  updated_at: '2026-11-20T16:02:10.004Z',
};

export const exampleTag = {
  id: 'billing',
  url: `${base}/tags/billing`,
  name: 'billing',
  description: 'Questions about invoices and payments',
  tickets: 412,
  removal: null,
  version: 418,
  created_at: '2026-09-03T08:41:27.310Z',
  updated_at: '2026-11-20T16:02:10.004Z',
};

export const exampleMailbox = {
  id: '1',
  url: `${base}/mailboxes/1`,
  name: 'Tallywright Support',
  address: 'support@tallywright.example',
  aliases: ['help@tallywright.example'],
  enabled: true,
  transport: 'smtp',
  signature: '{agent name}\nTallywright Support',
  default_assignee_id: null,
  default_tags: [],
  subject_threading: false,
  new_ticket_after_days: 30,
  acknowledgement: null,
  person_id: '5',
  version: 2,
  created_at: '2026-11-02T08:00:00.000Z',
  updated_at: '2026-11-03T10:15:00.000Z',
};

export const exampleConnection = {
  id: '1',
  url: `${base}/mailboxes/1/connection`,
  inbound: {
    host: 'imap.tallywright.example',
    port: 993,
    security: 'tls' as const,
    authentication: 'password',
    user: 'support@tallywright.example',
    folder: 'INBOX',
    after_import: 'move' as const,
    move_to: 'Archive',
    import_since: null,
    password_set: true,
  },
  outbound: {
    host: 'smtp.tallywright.example',
    port: 465,
    security: 'tls',
    authentication: 'password',
    user: 'support@tallywright.example',
    max_connections: 2,
    max_per_minute: 60,
    plus_addressing: true,
    bounce_addressing: false,
    password_set: true,
  },
  trusted_authserv_id: 'mx.tallywright.example',
  version: 3,
  created_at: '2026-11-02T08:00:00.000Z',
  updated_at: '2026-11-03T10:14:12.480Z',
};

export const exampleAuthorization = {
  id: '1',
  url: `${base}/mailboxes/1/authorization`,
  provider: 'google',
  client_id: '1042.apps.googleusercontent.example',
  tenant: null,
  authorization_endpoint: null,
  token_endpoint: null,
  scope: null,
  client_secret_set: true,
  redirect_uri: 'https://desk.example/oauth/mailbox-callback',
  authorize_url: 'https://desk.example/oauth/mailboxes/1',
  state: 'authorized',
  since: '2026-11-03T10:15:40.020Z',
  error: null,
  version: 3,
  created_at: '2026-11-02T08:00:00.000Z',
  updated_at: '2026-11-03T10:15:40.020Z',
};

export const exampleInvitation = {
  state: 'pending',
  expires_at: '2026-11-27T17:35:33.123Z',
  delivery_id: '2042',
  link: null,
};

export const exampleSession = {
  id: 'xMm2NQ0Bqvkz7cGZTLgRw',
  created_at: '2026-11-20T08:02:11.000Z',
  last_used_at: '2026-11-20T17:31:40.512Z',
  current: true,
};

export const examplePresence = {
  presence: [
    { ticket_id: '1042', person_id: '2', mode: 'viewing', since: '2026-11-20T17:31:40.512Z' },
    { ticket_id: '1042', person_id: '3', mode: 'writing', since: '2026-11-20T17:35:33.123Z' },
  ],
};

export const exampleSampleData = { tickets: 65, gists: 12, people: 3, in_use: 1, removal: null };

export const exampleInvitations = {
  invitations: [{ person_id: '4', state: 'pending', expires_at: '2026-11-27T17:35:33.123Z', delivery_id: '2042' }],
};

export const exampleResetLink = {
  expires_at: '2026-11-20T18:35:33.123Z',
  delivery_id: null,
  link: 'http://localhost:4000/oauth/one-time/5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
};

export const exampleMailboxStatuses = {
  statuses: [
    {
      mailbox_id: '1',
      inbound: { state: 'ok', since: '2026-11-02T08:00:00.000Z', error: null },
      outbound: { state: 'paused', since: '2026-11-20T17:40:00.000Z', error: '535 5.7.8 Authentication failed' },
      last_mail_at: '2026-11-20T17:35:33.123Z',
      waiting_deliveries: 3,
    },
  ],
  outbound_paused: false,
  problems: { incoming: 1, outgoing: 3 },
};

export const exampleParticipants = {
  participants: [
    { name: 'Amélie Laurent', email: 'amelie@atelier-laurent.example', role: 'requester' as const },
    { name: '', email: 'accounts@atelier-laurent.example', role: 'cc' as const },
  ],
};

export const exampleNotification = {
  id: '512',
  url: `${base}/notifications/512`,
  kind: 'mentioned' as const,
  cause: null,
  target_id: null,
  ticket_id: '1042',
  message_id: '2',
  person_id: '2',
  event_id: '48212',
  read_at: null,
  version: 1,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleWatchers = {
  watchers: [{ person_id: '2', name: 'Nora Lindqvist' }],
};

export const exampleMail = {
  id: '7',
  url: `${base}/mails/7`,
  mailbox_id: '1',
  state: 'held',
  reason: 'authentication_failed',
  envelope_from: 'amelie@atelier-laurent.example',
  envelope_to: 'support@desk.example',
  size: 1804,
  message_id_header: '5f0c2a@atelier-laurent.example',
  from: { name: 'Amélie Laurent', email: 'amelie@atelier-laurent.example' },
  reply_to: [],
  to: [{ name: 'Support', email: 'support@desk.example' }],
  cc: [],
  subject: 'Invoice 2041 was charged twice',
  date: '2026-11-20T16:02:08.000Z',
  files: [{ name: 'statement.pdf', type: 'application/pdf', size: 48_211 }],
  ticket_id: null,
  message_id: null,
  version: 2,
  created_at: '2026-11-20T16:02:09.710Z',
  updated_at: '2026-11-20T16:02:10.004Z',
};

export const exampleAttachment = {
  ...exampleMessageFile,
  scan: 'off',
  uploader_id: '2',
  ticket_id: '1042',
  message_id: '2',
  version: 2,
  created_at: '2026-11-20T17:34:50.310Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleLimits = {
  max_file_bytes: 26_214_400,
  max_message_bytes: 26_214_400,
  max_message_files: 50,
  unattached_bytes: { used: 48_211, allowed: 209_715_200 },
  storage_bytes: { used: 1_073_741_824, allowed: null },
  scanned: false,
};

export const exampleSettings = {
  id: 'settings',
  url: `${base}/settings`,
  desk_name: 'Tallywright Support',
  default_mailbox_id: '1',
  outbound_paused: false,
  invitation_days: 7,
  password_sign_in: true,
  second_factor: 'admins',
  limits: {
    max_file_bytes: 26_214_400,
    max_message_bytes: 26_214_400,
    max_message_files: 50,
    unattached_bytes: 209_715_200,
    storage_bytes: 10_737_418_240,
  },
  retention: {
    raw_mail_days: 90,
    raw_delivery_days: 90,
    unattached_file_days: 30,
    audit_days: 730,
    notification_days: 90,
  },
  version: 2,
  created_at: '2026-11-20T16:02:10.004Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleIdentityProvider = {
  id: '1',
  url: `${base}/identity_providers/1`,
  name: 'Tallywright Login',
  issuer: 'https://login.tallywright.example',
  client_id: 'stardesk',
  domains: ['tallywright.example'],
  trust_unverified_email: false,
  auto_create: { role: 'agent' as const },
  trust_mfa: false,
  enabled: true,
  client_secret_set: true,
  redirect_uri: `${base.replace(/\/v1$/, '')}/oauth/upstream/1/callback`,
  version: 1,
  created_at: '2026-11-20T16:02:10.004Z',
  updated_at: '2026-11-20T16:02:10.004Z',
};

export const exampleIdentity = {
  id: '4',
  url: `${base}/people/2/identities/4`,
  person_id: '2',
  issuer: 'https://login.tallywright.example',
  subject: '248289761001',
  email: 'nora@tallywright.example',
  version: 1,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleJob = {
  id: '318',
  url: `${base}/jobs/318`,
  kind: 'purge_expired',
  key: 'recurring',
  payload: {},
  state: 'waiting',
  run_at: '2026-11-20T18:35:33.123Z',
  attempts: 0,
  last_error: null,
  progress: null,
  version: 3,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:34.007Z',
};

export const exampleJobCounts = {
  counts: [
    { kind: 'purge_expired', waiting: 1, running: 0, dead: 0, first_run_at: '2026-11-20T18:35:33.123Z' },
    { kind: 'purge_sign_ins', waiting: 0, running: 1, dead: 0, first_run_at: null },
  ],
};

export const exampleSecondFactors = {
  second_factors: [
    {
      kind: 'totp',
      name: null,
      created_at: '2026-11-20T16:02:10.004Z',
      last_used_at: '2026-11-20T17:35:33.123Z',
      disabled_at: null,
      unused_recovery_codes: 9,
    },
  ],
};

export const exampleAllSecondFactors = { second_factors: [{ person_id: '2', kind: 'totp' }] };

export const exampleAuditEntry = {
  id: '97',
  url: `${base}/audit_entries/97`,
  action: 'mailbox.connection_changed',
  person_id: '1',
  client_id: 'desk',
  target_kind: 'mailbox',
  target_id: '1',
  changes: {
    'outbound.host': { old: 'smtp.tallywright.example', new: 'mail.tallywright.example' },
    'outbound.password': 'changed',
  },
  version: 1,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleClient = {
  id: '9f86d081884c7d659a2feaa0',
  url: `${base}/clients/9f86d081884c7d659a2feaa0`,
  client_id: '9f86d081884c7d659a2feaa0',
  kind: 'confidential' as const,
  name: 'Night Shift',
  redirect_uris: ['https://program.example/back'],
  post_logout_redirect_uris: [],
  scopes: ['tickets:read' as const, 'tickets:write' as const],
  rate_limit: null,
  lifetimes: {
    access_token_seconds: 600,
    refresh_idle_seconds: 2_592_000,
    refresh_end_seconds: null,
    refresh_grace_seconds: 0,
  },
  built_in: false,
  old_secret_ends_at: null,
  version: 1,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};

export const exampleClientSecret = { client_secret: '3f1c9a…', old_secret_ends_at: null };

export const exampleClientUsage = {
  clients: [{ client_id: exampleClient.id, people: 12, last_used_at: '2026-11-20T17:35:33.123Z' }],
};

export const exampleGrant = {
  id: 'tMmKtPuZ2Ffa0cRZ1bH0pVfXxYw1r0s3n6dVdPzYh6k',
  url: `${base}/grants/tMmKtPuZ2Ffa0cRZ1bH0pVfXxYw1r0s3n6dVdPzYh6k`,
  person_id: '2',
  client_id: exampleClient.id,
  scopes: ['tickets:read' as const],
  created_at: '2026-11-20T16:02:10.004Z',
  last_used_at: '2026-11-20T17:35:33.123Z',
  expires_at: '2026-12-20T17:35:33.123Z',
};

export const exampleScriptToken = {
  id: 'b7e3c1d09a44',
  url: `${base}/script_tokens/b7e3c1d09a44`,
  person_id: '2',
  name: 'Nightly export',
  scopes: ['tickets:read' as const],
  expires_at: '2027-02-18T17:35:33.123Z',
  version: 1,
  created_at: '2026-11-20T17:35:33.123Z',
  updated_at: '2026-11-20T17:35:33.123Z',
};
