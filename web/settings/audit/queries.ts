import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '#contract';
import { type ClientResponse, call } from '../../api-client/client.ts';
import { getCursor } from '../../api-client/connection/link-header.ts';
import type { AuditFilter } from './audit-filter.ts';

const auditKey = ['audit'];

const pageSize = '50';

/** GET /audit_entries, following Link `next`. */
export const auditEntriesQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, 'list', filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<ClientResponse<AuditEntry[]>> =>
      call('GET /audit_entries', { query: { ...filter, per_page: pageSize, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: page => getCursor(page.links.next),
    select: ({ pages }) => pages.flatMap(page => page.body),
    placeholderData: keepPreviousData,
    // Administrators open the log to see what has just happened.
    staleTime: 0,
  });

/** GET /audit_entries/{audit_entry_id}. An entry never changes. */
export const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: [...auditKey, 'item', id],
    queryFn: async ({ signal }): Promise<AuditEntry> =>
      (await call('GET /audit_entries/{audit_entry_id}', { params: { audit_entry_id: id }, signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
  });
