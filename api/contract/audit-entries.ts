import { z } from 'zod';
import { auditActions, auditTargetKinds } from './enums.ts';
import { valueDigest } from './events.ts';
import { exampleAuditEntry } from './examples.ts';
import { id, resourceSchema } from './fields.ts';
import { listParameters, sortKeysParameter, timeFilter } from './list.ts';
import { adminRoles, operation } from './operation.ts';

const value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), valueDigest])
  .nullable()
  .meta({ description: 'Null if the field had, or has, no value.' });

const change = z
  .union([z.strictObject({ old: value, new: value }), z.literal('changed')])
  .meta({ description: 'The old and new value; `changed` for a secret, whose values are never logged.' });

export const auditEntrySchema = resourceSchema({
  action: z.enum(auditActions),
  person_id: z.string().nullable().meta({
    description:
      'The person who made the change. Null for the command line and for automatic changes, such as sign-in limits.',
  }),
  client_id: z.string().nullable().meta({
    description:
      'The client that was used. Null for the command line, for the pages of the authorization server, and for automatic changes, such as sign-in limits.',
  }),
  target_kind: z.enum(auditTargetKinds).meta({ description: 'The part of `action` before the dot.' }),
  target_id: z.string().nullable().meta({
    description:
      'The id of the target, which may have been deleted since. Null for a backup, the settings, the sample data or the keys of secrets.',
  }),
  changes: z.record(z.string(), change).meta({
    description: 'By field. A nested field is named by its path, for example `inbound.host`.',
  }),
}).meta({
  id: 'AuditEntry',
  description: 'A record of an administrative change. It is never modified.',
  example: exampleAuditEntry,
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditSortKeys = ['created_at'] as const;

const read = { scope: 'settings:read', roles: adminRoles, hidden: true } as const;

export const listAuditEntries = operation('listAuditEntries', 'GET /audit_entries', {
  summary: 'List administrative changes, newest first',
  description: 'Entries are deleted after `retention.audit_days` of the settings, by default two years.',
  ...read,
  query: z.strictObject({
    ...listParameters(Object.keys(auditEntrySchema.shape)),
    sort: sortKeysParameter(auditSortKeys, '-created_at'),
    person_id: z
      .union([z.literal('null'), id])
      .optional()
      .meta({
        description: 'Changes by this person; `null` for the command line and for automatic changes.',
      }),
    action: z.enum(auditActions).optional().meta({ description: 'Entries of this action.' }),
    target_kind: z.enum(auditTargetKinds).optional().meta({ description: 'Changes to targets of this kind.' }),
    created_since: timeFilter('Entries from this time on.').optional(),
    created_before: timeFilter('Entries before this time.').optional(),
  }),
  response: z.array(auditEntrySchema),
});

export const getAuditEntry = operation('getAuditEntry', 'GET /audit_entries/{audit_entry_id}', {
  summary: 'Read an administrative change',
  ...read,
  response: auditEntrySchema,
});
