import { run } from './columns.ts';
import type { Migration } from './migration.ts';

export const rateLimits: Migration = {
  name: '0008-rate-limits',
  up: (writes, engine) =>
    run(
      writes,
      // rate-limiter-flexible expects these columns in this order. Unlogged: a crash may lose a minute's counts.
      `create ${engine === 'postgres' ? 'unlogged ' : ''}table rate_limits (
        key text primary key,
        points integer not null default 0,
        expire bigint)`,
    ),
};
