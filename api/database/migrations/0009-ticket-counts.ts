import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Initializes the counters that ticket-counts.ts updates. */
export const ticketCounts: Migration = {
  name: '0009-ticket-counts',
  up: writes =>
    run(
      writes,
      `insert into counters (name, value)
        select 'tickets.in_state.' || state, count(*) from tickets group by state`,
    ),
};
