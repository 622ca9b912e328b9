import type { Selectable } from 'kysely';
import type { Tag, TagDraft } from '#contract';
import { isoTime } from '../database/column-encoding.ts';
import type { TagTable } from '../database/schema.ts';

export type TagRow = Selectable<TagTable>;

/** Converts a stored tag to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toTag =
  (baseUrl: string) =>
  (row: TagRow): Tag => ({
    id: row.id,
    url: `${baseUrl}/v1/tags/${row.id}`,
    name: row.id,
    ...tagDraft(row),
    tickets: row.tickets,
    removal: toRemoval(row),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Returns the progress of a removal. Its total is at least `tickets`, because tickets may get the tag meanwhile. */
const toRemoval = ({ removing, merged_into, removal_total, tickets }: TagRow): Tag['removal'] => {
  if (removing === 0) return null;
  const total = Math.max(removal_total, tickets);
  return { into: merged_into, done: total - tickets, total };
};

/** Picks the writable fields of a stored tag. */
export const tagDraft = ({ description }: TagRow): TagDraft => ({ description });
