import type { Database } from '../../database/database.ts';

/** SQL that damages the desk and the expected finding, by check name; ids as in all-resources.ts. */
type Faults = Record<string, [damage: string[], finding: RegExp][]>;

/** On both engines. */
export const storeFaults: Faults = {
  counts: [
    [
      ["update counters set value = value + 1 where name = 'tickets.in_state.1'"],
      /^counts: Counter tickets\.in_state\.1 is \d+, but \d+ tickets are pending\.$/,
    ],
  ],
  ids: [
    [
      ["update counters set value = 0 where name = 'ticket.id'"],
      /^ids: Counter ticket\.id is 0, but there is a ticket 1\.$/,
    ],
  ],
  changes: [
    [
      ["update counters set value = 2 where name = 'people.changes'"],
      /^changes: Counter people\.changes is 2, but \d+ versions of people exist\.$/,
    ],
    [
      ["update views set version = 900 where id = 'v-1'"],
      /^changes: Counter views\.changes is 1, but 900 versions of views exist\.$/,
    ],
    [
      ["update counters set value = 3 where name = 'tickets.changes'"],
      /^changes: Counter tickets\.changes is 3, but \d+ tickets exist\.$/,
    ],
  ],
  stars: [
    [
      ["update counters set name = 'stars.9999' where name like 'stars.%'"],
      /^stars: Counter stars\.9999 belongs to a person who does not exist\.$/,
    ],
  ],
  ranks: [
    [
      ["update messages set type = 7 where id = 'm-note'"],
      /^ranks: messages m-note: type is 7, not an index into reply, note\.$/,
    ],
    [["update people set role = -1 where email_key = 'viewer@desk.example'"], /^ranks: people \d+: role is -1/],
  ],
  switches: [
    [
      ["update people set disabled = 2 where email_key = 'viewer@desk.example'"],
      /^switches: people \d+: disabled is 2, neither 0 nor 1\.$/,
    ],
  ],
  passwords: [
    [
      ["update people set password_hash = 'in plain' where email_key = 'viewer@desk.example'"],
      /^passwords: Person \d+: the password hash is malformed\.$/,
    ],
  ],
  tags: [[["update tickets set tags = '[]x' where id = 't-1'"], /^tags: Ticket t-1: its tags are malformed\.$/]],
  closing: [
    [
      ["update tickets set closed_at = 0 where id = 't-closed'"],
      /^closing: Ticket t-closed: closed_at is 0, but it is closed\.$/,
    ],
  ],
  addresses: [
    [
      ["update people set email = 'Other@desk.example' where email_key = 'viewer@desk.example'"],
      /^addresses: Person \d+: email_key is not/,
    ],
  ],
  people: [
    [
      ["update gists set owner_id = '9999' where id = 'g-1'"],
      /^people: gists g-1: owner_id refers to person 9999, who does not exist\.$/,
    ],
    [
      ["insert into stars (person_id, gist_n, created_at) select '9998', n, 0 from gists where id = 'g-1'"],
      /^people: stars 9998: person_id refers to person 9998/,
    ],
    [
      ["update events set private_to = '9997' where resource_id = 'g-1'"],
      /^people: events \d+: private_to refers to person 9997, who does not exist\.$/,
    ],
  ],
  threads: [
    [
      ["update tickets set messages_count = 9 where id = 't-1'"],
      /^threads: Ticket t-1: messages_count is 9, but its messages give 2\.$/,
    ],
    [
      ["update tickets set last_message_at = 5 where id = 't-1'"],
      /^threads: Ticket t-1: last_message_at is 5, but its messages give \d+\.$/,
    ],
    [
      ["update tickets set awaiting_reply = 1 - awaiting_reply where id = 't-closed'"],
      /^threads: Ticket t-closed: awaiting_reply is 1, but its messages give 0\.$/,
    ],
  ],
  versions: [
    [
      ["update tickets set version = version + 1 where id = 't-1'"],
      /^versions: Ticket t-1: it is at version 5, but its log gives 4\.$/,
    ],
    [
      ["update messages set version = 9 where id = 'm-note'"],
      /^versions: Message m-note: it is at version 9, but its last event says 1\.$/,
    ],
    [
      ["update gists set version = 0 where id = 'g-1'"],
      /^versions: Gist g-1: it is at version 0, but its last event says 1\.$/,
    ],
  ],
  log: [
    [
      ["update counters set value = value + 1 where name = 'event.id'"],
      /^log: Counter event\.id is \d+, but the last event is \d+\.$/,
    ],
    [["delete from events where resource_id = 'g-1'"], /^log: Event \d+ is missing, but later ones exist\.$/],
    [
      ["update events set resource_id = 'nowhere' where type = 'gist.deleted'"],
      /^log: Event \d+ \(gist\.deleted of nowhere\) refers to a resource that neither exists nor was deleted\.$/,
    ],
    [
      ["update events set resource_id = 'g-1' where type = 'gist.deleted'"],
      /^log: Event \d+ \(gist\.deleted of g-1\) reports a deletion, but the resource exists\.$/,
    ],
  ],
  lines: [
    [
      ["update events set changes = '[]' where resource_id = 'g-1'"],
      /^lines: Event \d+ \(gist\.created of a gist\) is malformed\.$/,
    ],
  ],
  purged: [
    [
      [
        `update events set changes = '{"subject":{"old":null,"new":"a"}}' where resource_id = 'g-gone' and type = 'gist.created'`,
      ],
      /^purged: Event \d+ \(gist\.created of g-gone\) still stores/,
    ],
  ],
  tombstones: [
    [
      ["insert into tombstones (kind, key, deleted_at) values ('view', 'v-1', 0)"],
      /^tombstones: views v-1: it has a tombstone but still exists\.$/,
    ],
  ],
  gists: [
    [
      ["update gists set words = ' nothing ' where id = 'g-1'"],
      /^gists: Gist g-1: its search words do not match its text\.$/,
    ],
    [
      ["delete from gist_files where gist_n = (select n from gists where id = 'g-1')"],
      /^gists: Gist g-1: it has no file\.$/,
    ],
    [
      ["update gist_files set position = 4 where gist_n = (select n from gists where id = 'g-1')"],
      /^gists: Gist g-1: its file positions have a gap\.$/,
    ],
    [
      [
        "insert into gist_files select gist_n, 1, name, content from gist_files join gists on gists.n = gist_n and gists.id = 'g-1'",
      ],
      /^gists: Gist g-1: two of its files have the same name\.$/,
    ],
  ],
  grants: [
    [
      [
        "delete from oauth_records where model = 'Grant'",
        "delete from oauth_records where model = 'AccessToken' and client_id <> 'desk-tokens'",
      ],
      /^grants: RefreshToken with the hash \S+: its grant does not exist\.$/,
    ],
  ],
  tokens: [
    [
      [
        "update oauth_records set expires_at = expires_at + 86400000 where model = 'RefreshToken' and consumed_at is null",
      ],
      /^tokens: RefreshToken with the hash \S+: its columns do not match its payload\.$/,
    ],
  ],
  secrecy: [
    [
      ["update events set private_to = null where resource_id = 'g-private'"],
      /^secrecy: Event \d+ shows the private gist g-private to people other than its owner\.$/,
    ],
  ],
  idempotency: [
    [
      ['update idempotency_keys set answer = \'{"id":\''],
      /^idempotency: Idempotency-Key with the hash [0-9a-f]{64}: its stored response is invalid\.$/,
    ],
    [
      [`update idempotency_keys set answer = '{"id":"77777","url":"http://localhost/v1/tickets/77777"}'`],
      /^idempotency: .*: its stored response refers to tickets 77777, which never existed\.$/,
    ],
  ],
};

/** Faults of one engine only. */
export const engineFaults: Record<Database['engine'], Faults> = {
  sqlite: {
    'foreign-keys': [
      [
        ['pragma defer_foreign_keys = on', "insert into stars (person_id, gist_n, created_at) values ('1', 7777, 0)"],
        /^foreign-keys: Row \d+ of stars refers to a missing row of gists\.$/,
      ],
    ],
    search: [
      [
        ["delete from ticket_search where rowid = (select n from tickets where id = 't-1')"],
        /^search: Ticket t-1: its words in the search index are incomplete or outdated\.$/,
      ],
      [
        ["insert into ticket_search (rowid, words, facet) select n, 'one word more', '' from tickets where id = 't-1'"],
        /^search: Ticket \S+: its words in the search index are/,
      ],
      [
        ["insert into ticket_search (rowid, words, facet) values (77777, 'ghost', '')"],
        /^search: The search index has words for number 77777, but no such ticket exists\.$/,
      ],
    ],
  },
  postgres: {
    search: [
      [
        ["delete from ticket_words where ticket_n = (select n from tickets where id = 't-1')"],
        /^search: Ticket t-1: its words in the search index are incomplete or outdated\.$/,
      ],
      [
        [
          "update ticket_words set words = words || array['extra'] where ticket_n = (select n from tickets where id = 't-1')",
        ],
        /^search: Ticket \S+: its words in the search index are/,
      ],
      [
        ["update ticket_words set text = text || 'extra ' where ticket_n = (select n from tickets where id = 't-1')"],
        /^search: Ticket \S+: its words in the search index are/,
      ],
    ],
  },
};
