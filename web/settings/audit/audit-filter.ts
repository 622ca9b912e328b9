import type { QueryOf } from '../../api-client/client.ts';
import { type ReservedQueryName, readListQuery } from '../../api-client/list-query.ts';

/** The query of the audit log, with the API's names and values. */
export type AuditFilter = {
  readonly [Name in Exclude<keyof QueryOf<'GET /audit_entries'>, ReservedQueryName>]?: string;
};

/** Reads the filter from the search parameters of a URL. */
export const readAuditFilter: (search: Readonly<Record<string, unknown>>) => AuditFilter = readListQuery;
