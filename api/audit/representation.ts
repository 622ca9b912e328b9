import type { Selectable } from 'kysely';
import type { AuditEntry } from '#contract';
import { parseJson } from '#contract/json';
import { isoTime } from '../database/column-encoding.ts';
import type { AuditEntryTable } from '../database/schema.ts';

export type AuditEntryRow = Selectable<AuditEntryTable>;

/** Converts a stored entry to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toAuditEntry =
  (baseUrl: string) =>
  (row: AuditEntryRow): AuditEntry => ({
    id: row.id,
    url: `${baseUrl}/v1/audit_entries/${row.id}`,
    action: row.action,
    person_id: row.person_id,
    client_id: row.client_id,
    target_kind: row.target_kind,
    target_id: row.target_id,
    changes: parseJson(row.changes) as AuditEntry['changes'],
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });
