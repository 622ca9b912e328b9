import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const identityProviders: Migration = {
  name: '0035-identity-providers',
  up: (writes, engine) =>
    run(
      writes,
      `create table identity_providers (
        ${resourceColumns(engine)},
        name text not null,
        issuer ${byteText[engine]} not null,
        client_id text not null,
        client_secret_set smallint not null,
        domains text not null,
        trust_unverified_email smallint not null,
        auto_create_role smallint,
        trust_mfa smallint not null,
        enabled smallint not null)`,
      'create unique index identity_providers_id on identity_providers (id)',
      'create unique index identity_providers_issuer on identity_providers (issuer)',
      `create table identities (
        ${resourceColumns(engine)},
        person_n bigint not null references people (n),
        issuer ${byteText[engine]} not null,
        subject ${byteText[engine]} not null,
        email text,
        hides_password smallint not null)`,
      'create unique index identities_id on identities (id)',
      'create unique index identities_subject on identities (issuer, subject)',
      'create index identities_person on identities (person_n, n)',
    ),
};
