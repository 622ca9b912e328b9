/** A table in a backup: its key columns in index order, and the page size for reading it. */
export type BackupTable = { name: string; keys: readonly string[]; page: number };

/**
 * The tables in a backup, each after the tables it refers to. Excluded are the search index, which is rebuilt and differs
 * by engine, rate limit counts, and `oauth_records`: a restore must not revive revoked sign-ins, tokens and grants.
 */
export const backupTables: readonly BackupTable[] = [
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

/** Tables whose creation number comes from a sequence. */
export const numberedTables = ['people', 'tickets', 'messages', 'gists', 'views'];

/** Tables deliberately excluded. Every table is in one of the two lists. */
export const excludedTables = [
  'ticket_words',
  'ticket_search',
  'migrations',
  'oauth_records',
  'sign_in_failures',
  'rate_limits',
];
