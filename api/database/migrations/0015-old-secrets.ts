import { run } from './columns.ts';
import type { Migration } from './migration.ts';

export const oldSecrets: Migration = {
  name: '0015-old-secrets',
  up: writes =>
    run(
      writes,
      'alter table oauth_clients add column old_secret_hash text',
      'alter table oauth_clients add column old_secret_until bigint',
    ),
};
