import { resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds the settings of the desk. The row is created by the first change, because a restore needs empty tables. */
export const settings: Migration = {
  name: '0028-settings',
  up: (writes, engine) =>
    run(
      writes,
      `create table settings (${resourceColumns(engine)}, changed text not null)`,
      'create unique index settings_id on settings (id)',
    ),
};
