/** A table that a backup holds: what its rows are told apart by, in the order of its index, and how many are read at once. */
export type KeptTable = { name: string; keys: readonly string[]; page: number };

/**
 * What a backup holds, each after what it refers to. It leaves out the search index, which follows from the tickets and is
 * another on each engine; what is counted for a minute or an hour; and `oauth_records`: sign-ins, tokens and what people
 * allowed, for those that were taken back since must not come back with it.
 */
export const keptTables: readonly KeptTable[] = [
  { name: 'people', keys: ['n'], page: 500 },
  { name: 'tickets', keys: ['n'], page: 500 },
  { name: 'messages', keys: ['n'], page: 500 },
  { name: 'gists', keys: ['n'], page: 20 },
  { name: 'gist_files', keys: ['gist_n', 'position'], page: 50 },
  { name: 'stars', keys: ['person_id', 'gist_n'], page: 500 },
  { name: 'views', keys: ['n'], page: 500 },
  { name: 'events', keys: ['n'], page: 500 },
  { name: 'tombstones', keys: ['kind', 'key'], page: 500 },
  { name: 'counters', keys: ['name'], page: 500 },
  { name: 'idempotency_keys', keys: ['key_hash'], page: 20 },
  { name: 'oauth_clients', keys: ['client_id'], page: 500 },
  { name: 'oauth_keys', keys: ['kid'], page: 500 },
];

/** The tables whose creation numbers are given out by a sequence of the engine's. */
export const numberedTables = ['people', 'tickets', 'messages', 'gists', 'views'];

/** What a backup leaves out on purpose. A table is in one of the two lists. */
export const leftOut = [
  'ticket_words',
  'ticket_search',
  'migrations',
  'oauth_records',
  'sign_in_failures',
  'rate_limits',
];
