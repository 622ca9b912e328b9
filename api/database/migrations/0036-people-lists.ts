import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds indexes for the sort orders of the list of people. */
export const peopleLists: Migration = {
  name: '0036-people-lists',
  up: writes =>
    run(
      writes,
      'create index people_created on people (created_at, n)',
      'create index people_updated on people (updated_at, n)',
    ),
};
