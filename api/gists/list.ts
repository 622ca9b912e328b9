import { sql } from 'kysely';
import type { z } from 'zod';
import type { listGists, listStarredGists } from '#contract';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import { parseSearchQuery } from '../database/tokenize.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { loadFiles } from './files.ts';
import { type GistRow, gistSelection, toGist } from './representation.ts';

/** The filters and the sort order of a gist list. */
type GistQuery = Pick<z.output<typeof listStarredGists.query>, 'sort' | 'q'> &
  Partial<Pick<z.output<typeof listGists.query>, 'starred' | 'owner_id'>>;

/** Describes the list of gists to the request pipeline. */
export const gistList = (apiPublicUrl: string): ListDefinition<GistQuery, GistRow> => ({
  kind: 'gist',
  // The lists of a person depend on the gists and on that person's stars.
  validator: async (queries, _pathParameters, { person }) => {
    const counters = ['gists.changes', `stars.${person.id}`] as const;
    return (await Promise.all(counters.map(name => readCounter(queries, name)))).join('/');
  },
  async page(queries, { query, caller, anchor, limit }) {
    const found = selectMatching(queries, query, caller.person.id).select(gistSelection);
    const page = await readPage(createScan(found, 'gists'), sortColumns(query.sort), anchor, limit);
    return { ...page, rows: await loadFiles(queries, page.rows) };
  },
  count: (queries, { query, caller }) => countRows(selectMatching(queries, query, caller.person.id)),
  toRepresentation: toGist(apiPublicUrl),
});

/** Describes the list of the gists that the caller starred. */
export const starredGistList = (apiPublicUrl: string): ListDefinition<GistQuery, GistRow> => {
  const list = gistList(apiPublicUrl);
  return {
    ...list,
    page: (queries, request) => list.page(queries, { ...request, query: { ...request.query, starred: true } }),
    count: (queries, request) => list.count(queries, { ...request, query: { ...request.query, starred: true } }),
  };
};

/** Selects the gists that match and that the person may see. */
const selectMatching = (queries: Queries, { starred, owner_id, q }: GistQuery, personId: string) =>
  queries
    .selectFrom('gists')
    .where(sql<boolean>`(gists.public = 1 or gists.owner_id = ${personId})`)
    .$if(owner_id !== undefined, narrow =>
      narrow.where('owner_id', '=', owner_id === 'me' ? personId : (owner_id ?? '')),
    )
    .$if(starred !== undefined, narrow =>
      narrow.where('gists.n', starred ? 'in' : 'not in', inner =>
        inner.selectFrom('stars').select('gist_n').where('person_id', '=', personId),
      ),
    )
    .$if(q !== undefined, narrow => narrow.where(containsPhrases(q ?? '')));

/** Matches gists that contain all phrases of a query. A query without a word matches nothing. */
const containsPhrases = (q: string) => {
  const terms = parseSearchQuery(q);
  if (terms.length === 0) return sql<boolean>`1 = 0`;
  // Words consist of letters and digits, so they contain no LIKE wildcards.
  const conditions = terms.map(
    ({ phrase, isPrefix }) => sql`gists.words like ${`% ${phrase.join(' ')}${isPrefix ? '' : ' '}%`}`,
  );
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
