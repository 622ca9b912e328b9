import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const oauth: Migration = {
  name: '0004-oauth',
  up: (writes, engine) =>
    run(
      writes,
      `create table oauth_clients (
        client_id ${byteText[engine]} primary key,
        name text not null,
        secret_hash text,
        metadata text not null,
        created_at bigint not null)`,
      `create table oauth_records (
        model text not null,
        id_hash ${byteText[engine]} not null,
        payload text not null,
        grant_id ${byteText[engine]},
        uid ${byteText[engine]},
        account_id ${byteText[engine]},
        client_id ${byteText[engine]},
        created_at bigint not null,
        consumed_at bigint,
        answer text,
        expires_at bigint,
        primary key (model, id_hash))`,
      'create index oauth_records_grant on oauth_records (grant_id)',
      'create index oauth_records_uid on oauth_records (uid)',
      'create index oauth_records_account on oauth_records (account_id)',
      'create index oauth_records_client on oauth_records (client_id)',
      'create index oauth_records_expiry on oauth_records (expires_at)',
      `create table oauth_keys (
        kid text primary key,
        jwk text not null,
        created_at bigint not null)`,
      // rate-limiter-flexible expects these columns in this order.
      `create table sign_in_failures (
        key text primary key,
        points integer not null default 0,
        expire bigint)`,
    ),
};
