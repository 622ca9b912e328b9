import { getAuditEntry, listAuditEntries } from '#contract';
import { readCounter } from '../database/counters.ts';
import { prepareFind } from '../database/resource-rows.ts';
import type { Resource, Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { auditEntryList } from './list.ts';
import { type AuditEntryRow, toAuditEntry } from './representation.ts';

const findRow = prepareFind<{ id: string }, AuditEntryRow>((queries, value) =>
  queries.selectFrom('audit_entries').selectAll().where('id', '=', value('id')),
);

/** The routes of the audit log, which is read-only. */
export const auditRoutes = (apiPublicUrl: string): Route[] => {
  const resource: Resource<AuditEntryRow, Record<string, never>> = {
    name: 'audit_entry',
    parameter: 'audit_entry_id',
    isWellFormed: id => /^[1-9]\d{0,14}$/.test(id),
    find: (queries, { audit_entry_id: id = '' }) => findRow(queries, { id }),
    // Old entries are deleted without tombstones.
    isDeleted: async (queries, { audit_entry_id: id = '' }) =>
      Number(id) <= (await readCounter(queries, 'audit_entry.id')),
    toDraft: () => ({}),
    toRepresentation: toAuditEntry(apiPublicUrl),
  };
  return [listRoute(listAuditEntries, auditEntryList(apiPublicUrl)), itemRoute(getAuditEntry, resource)];
};
