import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds notifications by mail. Earlier notifications are not mailed. */
export const notificationMail: Migration = {
  name: '0042-notification-mail',
  up: (writes, engine) =>
    run(
      writes,
      'alter table notifications add column in_app smallint not null default 1',
      'alter table notifications add column by_mail smallint not null default 0',
      'alter table notifications add column mailed_at bigint not null default 0',
      `alter table notifications add column delivery_id ${byteText[engine]}`,
      'create index notifications_to_mail on notifications (created_at) where by_mail = 1 and mailed_at = 0 and read_at = 0',
      'create index notifications_mailed on notifications (mailed_at) where mailed_at > 0',
      'create index notifications_delivery on notifications (delivery_id) where delivery_id is not null',
      'alter table notification_preferences add column by_mail smallint not null default 1',
      // The defaults at this time: colleague_wrote and new_unassigned are not mailed.
      'update notification_preferences set by_mail = 0 where kind in (3, 4)',
    ),
};
