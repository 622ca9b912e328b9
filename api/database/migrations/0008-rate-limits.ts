import { run } from './columns.ts';
import type { Migration } from './migration.ts';

export const rateLimits: Migration = {
  name: '0008-rate-limits',
  up: (writes, engine) =>
    run(
      writes,
      // The columns, and their order, are those rate-limiter-flexible expects. A crash may forget a minute's counts.
      `create ${engine === 'postgres' ? 'unlogged ' : ''}table rate_limits (
        key text primary key,
        points integer not null default 0,
        expire bigint)`,
    ),
};
