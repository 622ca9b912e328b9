import type { Selectable } from 'kysely';
import type { View, ViewDraft } from '#contract';
import { isoTime } from '../database/column-encoding.ts';
import type { ViewTable } from '../database/schema.ts';

export type ViewRow = Selectable<ViewTable>;

/** Converts a stored view to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toView =
  (baseUrl: string) =>
  (row: ViewRow): View => ({
    id: row.id,
    url: `${baseUrl}/v1/views/${row.id}`,
    ...viewDraft(row),
    owner_id: row.owner_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Picks the writable fields of a stored view. */
export const viewDraft = ({ name, query, shared }: ViewRow): ViewDraft => ({ name, query, shared: shared === 1 });

/** Converts the writable fields to their columns. */
export const viewColumns = ({ name, query, shared }: ViewDraft) => ({ name, query, shared: shared ? 1 : 0 });
