import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { listGists, listStarredGists } from '#contract';
import { getChangeCount } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, type KeysetPage, type PageAnchor, readPage } from '../database/page.ts';
import type { Schema } from '../database/schema.ts';
import { parseSearchQuery } from '../database/tokenize.ts';
import type { GistRow } from './shape.ts';
import { gistColumns, loadGistFiles, visibleTo } from './store.ts';

/** The filters and the sort order of a gist list. */
export type GistQuery = Pick<z.output<typeof listStarredGists.query>, 'sort' | 'q'> &
  Partial<Pick<z.output<typeof listGists.query>, 'starred' | 'owner_id'>>;

type Gists<Row> = SelectQueryBuilder<Schema, 'gists', Row>;

/** Reads one page of the gists that a person may see. */
export const readGistPage = async (
  queries: Queries,
  query: GistQuery,
  personId: string,
  anchor: PageAnchor,
  limit: number,
): Promise<KeysetPage<GistRow>> => {
  const visible = filter(queries.selectFrom('gists').select(gistColumns), query, personId);
  const page = await readPage(createScan(visible, 'gists'), sortColumns(query.sort), anchor, limit);
  return { ...page, rows: await loadGistFiles(queries, page.rows) };
};

/** Counts the gists that a person may see. */
export const countGists = async (
  queries: Queries,
  query: GistQuery,
  personId: string,
): Promise<{ count: number; exact: true }> => {
  const { count } = await filter(queries.selectFrom('gists'), query, personId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, exact: true };
};

/** Returns the validator of a person's gist lists, which depend on the gists and that person's stars. */
export const readGistsValidator = async (queries: Queries, personId: string): Promise<string> =>
  `${await getChangeCount(queries, 'gists.changes')}/${await getChangeCount(queries, `stars.${personId}`)}`;

const filter = <Row>(gists: Gists<Row>, { starred, owner_id, q }: GistQuery, personId: string): Gists<Row> =>
  gists
    .where(visibleTo(personId))
    .$if(owner_id !== undefined, narrow =>
      narrow.where('owner_id', '=', owner_id === 'me' ? personId : (owner_id ?? '')),
    )
    .$if(starred !== undefined, narrow =>
      narrow.where('gists.n', starred ? 'in' : 'not in', inner =>
        inner.selectFrom('stars').select('gist_n').where('person_id', '=', personId),
      ),
    )
    .$if(q !== undefined, narrow => narrow.where(containsPhrases(q ?? '')));

/** Matches gists with all phrases. A query without a word matches nothing. */
const containsPhrases = (q: string) => {
  const phrases = parseSearchQuery(q);
  if (phrases.length === 0) return sql<boolean>`1 = 0`;
  // Words consist of letters and digits, so they contain no LIKE wildcards.
  const conditions = phrases.map(phrase => sql`gists.words like ${`% ${phrase.join(' ')} %`}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
