import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds indexes for lists of grants, their unused tokens and the records of a session. */
export const grantLists: Migration = {
  name: '0012-grant-lists',
  up: writes =>
    run(
      writes,
      'drop index oauth_records_grant',
      'drop index oauth_records_account',
      'drop index oauth_records_client',
      'drop index oauth_records_uid',
      'create index oauth_records_grant on oauth_records (grant_id, consumed_at)',
      'create index oauth_records_account on oauth_records (account_id, model, created_at)',
      'create index oauth_records_client on oauth_records (client_id, model, created_at)',
      'create index oauth_records_uid on oauth_records (uid, model)',
      "create index oauth_records_grants on oauth_records (model, created_at) where model = 'Grant'",
    ),
};
