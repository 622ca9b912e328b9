import { run } from './columns.ts';
import type { Migration } from './migration.ts';

export const bounces: Migration = {
  name: '0024-bounces',
  up: writes =>
    run(
      writes,
      'alter table customers add column bounced_at bigint not null default 0',
      'alter table customers add column bounce_response text',
    ),
};
