import type { z } from 'zod';
import type { listAuditEntries } from '#contract';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage, type Scan } from '../database/page.ts';
import { countUpTo } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type AuditEntryRow, toAuditEntry } from './representation.ts';

type Query = z.output<typeof listAuditEntries.query>;
export type AuditFilters = Pick<Query, 'person_id' | 'action' | 'target_kind' | 'created_since' | 'created_before'>;

/** The highest exact total of a list. It bounds the cost of counting. */
const countCap = 10_000;

/** Describes the list of audit entries to the request pipeline. */
export const auditEntryList = (apiPublicUrl: string): ListDefinition<Query, AuditEntryRow> => ({
  kind: 'audit_entry',
  validator: async queries => String(await readCounter(queries, 'audit_entries.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(createFilteredScan(queries, query), sortColumns(query.sort), anchor, limit),
  count: (queries, { query }) => countUpTo(queries, selectAuditEntries(queries, query).select('n'), countCap),
  toRepresentation: toAuditEntry(apiPublicUrl),
});

/**
 * Creates a scan that omits one time filter on later pages: the filter on the side where the page starts. The page
 * starts within the filter anyway. With two bounds on that side, SQLite may start at the wider bound and read all rows
 * in between.
 */
const createFilteredScan =
  (queries: Queries, { created_since, created_before, ...filters }: AuditFilters): Scan<AuditEntryRow> =>
  (columns, from, limit) => {
    const isDescending = columns[0]?.descending === true;
    const since = from === null || isDescending ? { created_since } : {};
    const before = from === null || !isDescending ? { created_before } : {};
    const query = selectAuditEntries(queries, { ...filters, ...since, ...before }).selectAll();
    return createScan(query, 'audit_entries')(columns, from, limit);
  };

/** Selects the entries that match the filters of a list. */
export const selectAuditEntries = (queries: Queries, filters: AuditFilters) => {
  const { person_id, action, target_kind, created_since, created_before } = filters;
  return queries
    .selectFrom('audit_entries')
    .$if(person_id === 'null', narrow => narrow.where('person_id', 'is', null))
    .$if(person_id !== undefined && person_id !== 'null', narrow => narrow.where('person_id', '=', person_id ?? ''))
    .$if(action !== undefined, narrow => narrow.where(({ eb, val }) => eb('action', '=', val(action ?? null))))
    .$if(target_kind !== undefined, narrow =>
      narrow.where(({ eb, val }) => eb('target_kind', '=', val(target_kind ?? null))),
    )
    .$if(created_since !== undefined, narrow => narrow.where('created_at', '>=', created_since ?? 0))
    .$if(created_before !== undefined, narrow => narrow.where('created_at', '<', created_before ?? 0));
};
