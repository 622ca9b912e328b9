import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const events: Migration = {
  name: '0007-events',
  up: (writes, engine) =>
    run(
      writes,
      // The counter `event.id` supplies `n`: an identity column does not ascend in commit order.
      `create table events (
        n bigint primary key,
        type text not null,
        kind text not null,
        resource_id ${byteText[engine]} not null,
        ticket_id ${byteText[engine]},
        private_to ${byteText[engine]},
        version integer not null,
        person_id ${byteText[engine]} not null,
        client_id text,
        created_at bigint not null,
        changes text not null)`,
      'create index events_type on events (type, n)',
      'create index events_ticket on events (ticket_id, n)',
      'create index events_resource on events (resource_id, kind)',
    ),
};
