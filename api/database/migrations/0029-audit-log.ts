import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const auditLog: Migration = {
  name: '0029-audit-log',
  up: (writes, engine) =>
    run(
      writes,
      `create table audit_entries (
        ${resourceColumns(engine)},
        action ${byteText[engine]} not null,
        target_kind ${byteText[engine]} not null,
        target_id ${byteText[engine]},
        person_id ${byteText[engine]},
        client_id text,
        changes text not null)`,
      'create unique index audit_entries_id on audit_entries (id)',
      'create index audit_entries_created on audit_entries (created_at, n)',
      'create index audit_entries_person on audit_entries (person_id, created_at, n)',
      'create index audit_entries_action on audit_entries (action, created_at, n)',
      'create index audit_entries_target on audit_entries (target_kind, created_at, n)',
    ),
};
