import type { Database } from '../../database/database.ts';

/** A check, SQL that damages the desk, and the expected finding. all-resources.ts creates the rows. */
type Fault = [check: string, damage: string | string[], finding: RegExp];

const viewer = "where email_key = 'viewer@desk.example'";
const ownFiles = "where gist_n = (select n from gists where id = 'g-1')";
const ownFile = "where sha256 = (select file_id from mails where id = '2')";
const ownWords = "where ticket_n = (select n from tickets where id = 't-1')";
const ownKey = `where answer like '%"subject":"Once"%'`;
const neverCreated = `'{"id":"77777","url":"http://localhost/v1/tickets/77777"}'`;

/** Faults that both engines can have. */
const storeFaults: Fault[] = [
  [
    'counts',
    "update counters set value = value + 1 where name = 'tickets.in_state.1'",
    /the number of pending tickets is \d+/,
  ],
  ['ids', "update counters set value = 0 where name = 'ticket.id'", /ticket\.id is 0, but there is a ticket 2\./],
  [
    'changes',
    "update counters set value = 2 where name = 'people.changes'",
    /2, but the sum of the versions of people is \d+/,
  ],
  [
    'changes',
    "update views set version = 900 where id = 'v-1'",
    /views\.changes is 1, but the sum of the versions of views is 900/,
  ],
  ['changes', "update counters set value = 3 where name = 'tickets.changes'", /is 3, but the number of tickets is \d+/],
  [
    'personal',
    "update counters set name = 'stars.9999' where name like 'stars.%'",
    /stars\.9999 belongs to a person who/,
  ],
  [
    'personal',
    "update counters set name = 'watching.x' where name = (select min(name) from counters where name like 'watching.%')",
    /watching\.x belongs to a person who/,
  ],
  ['enums', "update messages set type = 7 where id = 'm-note'", /m-note: type is 7, not an index into reply, note/],
  ['enums', `update people set role = -1 ${viewer}`, /people \d+: role is -1/],
  ['booleans', `update people set disabled = 2 ${viewer}`, /people \d+: disabled is 2, neither 0 nor 1/],
  ['booleans', "update tags set deleted = 2 where id = 'a'", /tags a: deleted is 2, neither 0 nor 1/],
  ['passwords', `update people set password_hash = 'in plain' ${viewer}`, /the password hash is malformed/],
  ['leases', "update jobs set lease_by = 'x' where key = 'checked'", /Job \d+: its lease is invalid/],
  ['leases', "update jobs set state = 1, lease_by = 'x', lease_until = 9e15 where key = 'checked'", /its lease is/],
  ['jobs', "update jobs set payload = '[]' where key = 'checked'", /Job \d+: its kind purge_expired or its payload/],
  [
    'tags',
    ["update tickets set tags = '[]x' where id = 't-1'", "update tags set tickets = 0 where id = 'a'"],
    /Ticket t-1: its tags are malformed/,
  ],
  [
    'closing',
    "update tickets set closed_at = 0 where id = 't-closed'",
    /t-closed: closed_at is 0, but the ticket is closed/,
  ],
  ['addresses', `update people set email = 'Other@desk.example' ${viewer}`, /Person \d+: email_key is not/],
  ['people', "update gists set owner_id = '9999' where id = 'g-1'", /gists g-1: owner_id refers to person 9999/],
  [
    'people',
    "insert into stars (person_id, gist_n, created_at) select '9998', n, 0 from gists where id = 'g-1'",
    /stars 9998: person_id refers to person 9998/,
  ],
  ['people', "update watchers set person_id = '9994'", /watchers 9994: person_id refers to person 9994/],
  ['people', "update second_factors set person_id = '9996'", /second_factors 9996: person_id refers to person 9996/],
  ['people', "update passkeys set person_id = '9995'", /passkeys 9995: person_id refers to person 9995/],
  ['people', "update events set private_to = '9997' where resource_id = 'g-1'", /private_to refers to person 9997/],
  ['threads', "update tickets set messages_count = 9 where id = 't-1'", /messages_count is 9, but the value .* is 3\./],
  [
    'threads',
    "update tickets set last_message_at = 5 where id = 't-1'",
    /last_message_at is 5, but the value computed/,
  ],
  [
    'threads',
    "update tickets set awaiting_reply = 1 - awaiting_reply where id = 't-closed'",
    /awaiting_reply is 1, but the value computed from its messages is 0/,
  ],
  [
    'tag-counts',
    "update tags set tickets = 9 where id = 'a'",
    /Tag a: its ticket count is 9, but the actual count is \d/,
  ],
  ['customers', "delete from customers where id = 'ada@desk.example'", /Ticket t-1: its customer is missing/],
  [
    'customers',
    "update customers set created_at = created_at + 1 where id = 'ada@desk.example'",
    /t-1: its customer has a later first contact/,
  ],
  [
    'customers',
    "update customers set last_ticket_at = 5 where id = 'ada@desk.example'",
    /t-1: its customer has an earlier last ticket/,
  ],
  ['mailboxes', "delete from mailboxes where id = 'b-1'", /Ticket t-1: its mailbox b-1 never existed/],
  [
    'mailbox-parts',
    "delete from mailbox_states where mailbox_n = (select n from mailboxes where id = 'b-1')",
    /Mailbox b-1: it lacks its state or its person/,
  ],
  [
    'mailbox-addresses',
    `update mailboxes set aliases = '["SUPPORT@desk.example"]' where id = 'b-1'`,
    /Mailbox b-1: its addresses are malformed or used twice/,
  ],
  ['mailbox-addresses', "update mailboxes set aliases = '[]x' where id = 'b-1'", /Mailbox b-1: its addresses are/],
  [
    'mailbox-polling',
    "delete from jobs where kind = 'poll_mailbox'",
    /Mailbox b-1: the job that imports its mail is missing/,
  ],
  [
    'secrets',
    "update sealed_secrets set value = 'x' where name = 'mail.token_key'",
    /Secret mail\.token_key: it is not sealed/,
  ],
  ['settings', `update settings set changed = '{"limits":{"max_file_bytes":1}}'`, /settings are malformed or out of/],
  ['mail-jobs', "delete from jobs where kind = 'process_mail'", /Mail 2: the job that processes it is missing/],
  ['files', "update mails set file_id = 'x' where id = '1'", /mails 1: its file is missing, or has a different size/],
  ['files', "update mails set size = size + 1 where id = '2'", /mails 2: its file is missing, or has a different size/],
  [
    'file-bytes',
    [`update stored_files set location = 0 ${ownFile}`, `delete from file_chunks ${ownFile}`],
    /File \w+: it has a different size than its row/,
  ],
  [
    'file-sizes',
    "update counters set value = 1 where name = 'files.bytes'",
    /files\.bytes is 1, but the files have \d+/,
  ],
  [
    'mail-messages',
    "update mails set message_id = 'x' where id = '1'",
    /Mail 1: the mail and its message do not match/,
  ],
  ['mail-messages', "update messages set mail_id = '99' where id = 'm-in'", /Message m-in: its mail 99 does not exist/],
  ['attachments', "update attachments set name = 'b' where id = '1'", /Message m-in: its list of files does not match/],
  ['attachments', "update messages set attachments = '[]x' where id = 'm-in'", /Message m-in: its list of files/],
  ['attachments', "update attachments set message_id = 'm-x' where id = '3'", /File 3: its message does not name it/],
  ['attachments', "update attachments set unattached_at = 0 where id = '3'", /File 3: its message does not name it/],
  ['deliveries', "delete from jobs where kind = 'send_delivery'", /Delivery 1: it is held, but no job sends it/],
  ['deliveries', 'delete from delivery_recipients', /Delivery 1: it has no recipient/],
  ['deliveries', 'update messages set delivery_id = null', /its message does not name it/],
  ['deliveries', 'delete from deliveries', /Message \d+: its delivery 1 is missing or belongs to another message/],
  ['versions', "update tickets set version = version + 1 where id = 't-1'", /at version 6, but .* events is 5/],
  [
    'versions',
    [
      "update tickets set version = 7 where id = 't-closed'",
      "update events set version = 7 where resource_id = 't-closed' and version = 2",
    ],
    /at version 7, but the version computed from its events is 1/,
  ],
  ['versions', "update messages set version = 9 where id = 'm-note'", /at version 9, but its last event has .* 1/],
  ['versions', "update gists set version = 0 where id = 'g-1'", /at version 0, but its last event has version 1/],
  ['log', "update counters set value = value + 1 where name = 'event.id'", /but the last event is \d+/],
  ['log', "delete from events where resource_id = 'g-1'", /Event \d+ is missing, but later events exist/],
  [
    'log',
    "update events set resource_id = 'nowhere' where type = 'gist.deleted'",
    /gist\.deleted of nowhere\) refers to a resource that neither exists nor was deleted/,
  ],
  [
    'log',
    "update events set resource_id = 'g-1' where type = 'gist.deleted'",
    /gist\.deleted of g-1\) reports a deletion, but the resource exists/,
  ],
  ['events', "update events set changes = '[]' where resource_id = 'g-1'", /gist\.created of a gist\) is malformed/],
  [
    'audit',
    "update audit_entries set changes = '[]' where target_id = 'b-1' and action = 'mailbox.created'",
    /Audit entry \d+ \(mailbox\.created of mailbox\) is malfo/,
  ],
  [
    'purged',
    `update events set changes = '{"subject":{"old":null,"new":"a"}}' where resource_id = 'g-gone' and type = 'gist.created'`,
    /gist\.created of g-gone\) still stores/,
  ],
  [
    'tombstones',
    "insert into tombstones (kind, key, deleted_at) values ('view', 'v-1', 0)",
    /views v-1: it has a tombstone but still exists/,
  ],
  ['notifications', 'update notifications set event_n = 99999', /Notification 1 must have either an existing event/],
  [
    'cursors',
    "update cursors set position = 99999 where name = 'notify'",
    /Cursor notify is 99999, but the last event is/,
  ],
  ['people', "update notifications set actor_id = '9993'", /notifications 1: actor_id refers to person 9993/],
  [
    'people',
    "insert into notification_preferences (person_id, kind, in_app) values ('9992', 0, 0)",
    /notification_preferences 9992: person_id refers to person 9992/,
  ],
  ['gists', "update gists set words = ' nothing ' where id = 'g-1'", /g-1: its search words do not match its text/],
  ['gists', `delete from gist_files ${ownFiles}`, /Gist g-1: it has no file/],
  ['gists', `update gist_files set position = 4 ${ownFiles}`, /Gist g-1: its file positions have a gap/],
  [
    'gists',
    `insert into gist_files select gist_n, 1, name, content from gist_files ${ownFiles}`,
    /Gist g-1: two of its files have the same name/,
  ],
  ['vocabulary', "delete from search_words where word = 'ada'", /Ticket t-1: words missing from the vocabulary: 1/],
  [
    'grants',
    [
      "delete from oauth_records where model = 'Grant'",
      "delete from oauth_records where model = 'AccessToken' and client_id <> 'desk-tokens'",
    ],
    /RefreshToken with the hash \S+: its grant does not exist/,
  ],
  [
    'tokens',
    "update oauth_records set expires_at = expires_at + 86400000 where model = 'RefreshToken' and consumed_at is null",
    /RefreshToken with the hash \S+: its columns do not match its payload/,
  ],
  [
    'secrecy',
    "update events set private_to = null where resource_id = 'g-private'",
    /shows the private gist g-private to people other than its owner/,
  ],
  [
    'idempotency',
    `update idempotency_keys set answer = '{"id":' ${ownKey}`,
    /hash [0-9a-f]{64}: its stored response is invalid/,
  ],
  [
    'idempotency',
    `update idempotency_keys set answer = ${neverCreated} ${ownKey}`,
    /refers to tickets 77777, which never existed/,
  ],
];

const outdatedWords = /Ticket t-1: its words in the search index are incomplete or outdated/;

const engineFaults: Record<Database['engine'], Fault[]> = {
  sqlite: [
    [
      'foreign-keys',
      ['pragma defer_foreign_keys = on', "insert into stars (person_id, gist_n, created_at) values ('1', 7777, 0)"],
      /Row \d+ of stars refers to a missing row of gists/,
    ],
    ['search', "delete from ticket_search where rowid = (select n from tickets where id = 't-1')", outdatedWords],
    [
      'search',
      "insert into ticket_search (rowid, words, facet) select n, 'one word more', '' from tickets where id = 't-1'",
      outdatedWords,
    ],
    [
      'search',
      "insert into ticket_search (rowid, words, facet) values (77777, 'ghost', '')",
      /The search index has words for the ticket with creation number 77777, which does not exist/,
    ],
  ],
  postgres: [
    ['search', `delete from ticket_words ${ownWords}`, outdatedWords],
    ['search', `update ticket_words set words = words || array['extra'] ${ownWords}`, outdatedWords],
    ['search', `update ticket_words set text = text || 'extra ' ${ownWords}`, outdatedWords],
  ],
};

/** Lists the faults that an engine can have. */
export const listFaults = (engine: Database['engine']): Fault[] => [...storeFaults, ...engineFaults[engine]];
