import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds notifications. Earlier events create none. */
export const notifications: Migration = {
  name: '0041-notifications',
  up: (writes, engine) =>
    run(
      writes,
      'alter table events add column silent smallint not null default 0',
      `create table notifications (
        ${resourceColumns(engine)},
        person_id ${byteText[engine]} not null,
        kind smallint not null,
        ticket_n bigint references tickets (n) on delete cascade,
        message_id ${byteText[engine]},
        actor_id ${byteText[engine]},
        event_n bigint,
        cause smallint,
        target_id ${byteText[engine]},
        source ${byteText[engine]},
        read_at bigint not null)`,
      'create unique index notifications_id on notifications (id)',
      'create unique index notifications_event on notifications (person_id, event_n)',
      'create unique index notifications_source on notifications (person_id, source)',
      'create index notifications_person on notifications (person_id, n)',
      'create index notifications_unread on notifications (person_id, n) where read_at = 0',
      'create index notifications_ticket on notifications (ticket_n)',
      'create index notifications_created on notifications (created_at, n)',
      `create table notification_preferences (
        person_id ${byteText[engine]} not null,
        kind smallint not null,
        in_app smallint not null,
        primary key (person_id, kind))`,
      `create table cursors (name ${byteText[engine]} not null primary key, position bigint not null)`,
      // A new store has no row: a backup is restored into empty tables.
      "insert into cursors (name, position) select 'notify', value from counters where name = 'event.id'",
    ),
};
