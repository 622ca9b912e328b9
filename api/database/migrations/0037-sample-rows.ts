import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const sampleRows: Migration = {
  name: '0037-sample-rows',
  up: (writes, engine) =>
    run(
      writes,
      `create table sample_rows (
        kind ${byteText[engine]} not null,
        id ${byteText[engine]} not null,
        version integer not null,
        primary key (kind, id))`,
    ),
};
