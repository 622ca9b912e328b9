import type { RawBuilder } from 'kysely';
import { dependentTables, permanentTables } from '../database/resources.ts';
import { isCompleteFile } from '../files/database-driver.ts';

/** A table in a backup. `keyColumns` are in index order; `pageSize` is the number of rows that one statement reads. */
export type BackupTable = {
  name: string;
  keyColumns: readonly string[];
  pageSize: number;
  where?: RawBuilder<unknown>;
};

/** The tables in a backup. Each comes after the tables that its foreign keys reference. */
export const backupTables: readonly BackupTable[] = [
  ...permanentTables.map(({ table, pageSize }) => ({ name: table, keyColumns: ['n'], pageSize })),
  // An incomplete upload has a row, but no usable bytes.
  { name: 'stored_files', keyColumns: ['sha256'], pageSize: 500, where: isCompleteFile },
  ...dependentTables.map(({ table, keyColumns, pageSize }) => ({ name: table, keyColumns, pageSize })),
  { name: 'events', keyColumns: ['n'], pageSize: 500 },
  { name: 'tombstones', keyColumns: ['kind', 'key'], pageSize: 500 },
  { name: 'cursors', keyColumns: ['name'], pageSize: 500 },
  { name: 'sample_rows', keyColumns: ['kind', 'id'], pageSize: 500 },
  { name: 'counters', keyColumns: ['name'], pageSize: 500 },
  { name: 'idempotency_keys', keyColumns: ['key_hash'], pageSize: 20 },
  { name: 'oauth_keys', keyColumns: ['kid'], pageSize: 500 },
  { name: 'sealed_secrets', keyColumns: ['name'], pageSize: 500 },
];

/**
 * Tables that `copyRows` omits. The bytes of files are copied file by file. A restore rebuilds the search index, must
 * not revive revoked grants (`oauth_records`) or used links (`one_time_links`), and must not repeat work (`jobs`).
 * `migrations` describes the schema of the target. The rows of `presence` (only on PostgreSQL), `sign_in_failures` and
 * `rate_limits` expire soon.
 */
export const excludedTables = [
  'file_chunks',
  'ticket_words',
  'ticket_search',
  'search_words',
  'jobs',
  'migrations',
  'oauth_records',
  'one_time_links',
  'presence',
  'sign_in_failures',
  'rate_limits',
];
