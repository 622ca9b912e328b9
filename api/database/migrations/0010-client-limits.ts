import { run } from './columns.ts';
import type { Migration } from './migration.ts';

export const clientLimits: Migration = {
  name: '0010-client-limits',
  up: writes => run(writes, 'alter table oauth_clients add column rate_limit integer'),
};
