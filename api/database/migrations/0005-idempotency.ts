import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const idempotency: Migration = {
  name: '0005-idempotency',
  up: (writes, engine) =>
    run(
      writes,
      `create table idempotency_keys (
        key_hash ${byteText[engine]} primary key,
        payload_hash text not null,
        answer text not null,
        created_at bigint not null)`,
      'create index idempotency_keys_created on idempotency_keys (created_at)',
    ),
};
