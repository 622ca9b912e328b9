import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Finds a grant record quickly, however many of its tokens exist. */
export const grantLookup: Migration = {
  name: '0013-grant-lookup',
  up: writes =>
    run(writes, "create index oauth_records_grant_itself on oauth_records (grant_id) where model = 'Grant'"),
};
