import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const presence: Migration = {
  name: '0039-presence',
  async up(writes, engine) {
    if (engine === 'sqlite') return;
    await run(
      writes,
      // Unlogged: rows lost in a crash do not matter, because clients announce presence again.
      `create unlogged table presence (
        ticket_id ${byteText[engine]} not null,
        person_id ${byteText[engine]} not null,
        mode ${byteText[engine]} not null,
        since bigint not null,
        expires_at bigint not null,
        primary key (ticket_id, person_id, mode))`,
    );
  },
};
