import { dependentTables, resourceTables } from '../database/resources.ts';

/** A table in a backup: its key columns in index order, and the page size for reading it. */
export type BackupTable = { name: string; keys: readonly string[]; page: number };

/**
 * The tables in a backup, each after the tables it refers to. Excluded are the search index, which is rebuilt and differs
 * by engine, rate limit counts, and `oauth_records`: a restore must not revive revoked sign-ins, tokens and grants.
 */
export const backupTables: readonly BackupTable[] = [
  ...resourceTables.map(({ table, page }) => ({ name: table, keys: ['n'], page })),
  ...dependentTables.map(({ table, keys, page }) => ({ name: table, keys, page })),
  { name: 'events', keys: ['n'], page: 500 },
  { name: 'tombstones', keys: ['kind', 'key'], page: 500 },
  { name: 'counters', keys: ['name'], page: 500 },
  { name: 'idempotency_keys', keys: ['key_hash'], page: 20 },
  { name: 'oauth_clients', keys: ['client_id'], page: 500 },
  { name: 'oauth_keys', keys: ['kid'], page: 500 },
];

/** Tables deliberately excluded. Every table is in one of the two lists. */
export const excludedTables = [
  'ticket_words',
  'ticket_search',
  'migrations',
  'oauth_records',
  'sign_in_failures',
  'rate_limits',
];
