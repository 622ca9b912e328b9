import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Counts what is there; from here on ticket-counts.ts keeps the counters in step. */
export const ticketCounts: Migration = {
  name: '0009-ticket-counts',
  up: writes =>
    run(
      writes,
      `insert into counters (name, value)
        select 'tickets.in_state.' || state, count(*) from tickets group by state`,
    ),
};
