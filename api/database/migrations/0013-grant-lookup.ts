import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds an index that finds the record of a grant, even among many tokens. */
export const grantLookup: Migration = {
  name: '0013-grant-lookup',
  up: writes =>
    run(writes, "create index oauth_records_grant_itself on oauth_records (grant_id) where model = 'Grant'"),
};
