import type { Queries } from '../../database/database.ts';
import { sortColumns } from '../../database/keyset.ts';
import { createMemoryScan, readPage } from '../../database/page.ts';
import type { ListDefinition } from '../../http/serve-list.ts';
import { sha256 } from '../hash.ts';
import type { LiveGrant } from './live-grants.ts';

/** A live grant as a row of a list. Its version never changes. */
export type GrantRow = LiveGrant & { n: number; created_at: number; updated_at: number; version: 1 };

/** Converts a grant to a row. Its `n`, 48 bits of a hash, orders grants of the same millisecond. */
export const toGrantRow = (grant: LiveGrant): GrantRow => {
  const { id, createdAt } = grant;
  const n = Number.parseInt(sha256(id).slice(0, 12), 16);
  return { ...grant, n, created_at: createdAt, updated_at: createdAt, version: 1 };
};

type SortedQuery = { sort: readonly { key: string; descending: boolean }[] };

/** Pages through the grants that `list` returns, at most `max`. Sorts the grants in memory. */
export const createGrantPages = <Query extends SortedQuery>(
  list: (queries: Queries, query: Query) => Promise<LiveGrant[]>,
  max: number,
): Pick<ListDefinition<Query, GrantRow>, 'page' | 'count'> => ({
  page: async (queries, { query, anchor, limit }) =>
    readPage(createMemoryScan((await list(queries, query)).map(toGrantRow)), sortColumns(query.sort), anchor, limit),
  async count(queries, { query }) {
    const count = (await list(queries, query)).length;
    return { count, exact: count < max };
  },
});
