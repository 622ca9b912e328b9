import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const views: Migration = {
  name: '0006-views',
  up: (writes, engine) =>
    run(
      writes,
      `create table views (
        ${resourceColumns(engine)},
        name text not null,
        query text not null,
        shared smallint not null,
        owner_id ${byteText[engine]} not null)`,
      'create unique index views_id on views (id)',
      'create index views_created on views (created_at, n)',
      'create index views_updated on views (updated_at, n)',
    ),
};
