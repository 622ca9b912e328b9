import { type RawBuilder, sql } from 'kysely';
import { prepareWrite } from './prepare-query.ts';
import type { Queries } from './queries.ts';
import {
  getIndexedText,
  type SearchCriteria,
  type SearchDocument,
  type SearchIndex,
  type SelectRows,
} from './search.ts';
import { matchCriteria, matchOneEntry, toIndexEntry } from './search-conditions.ts';
import { textBoundary } from './tokenize.ts';
import { getVocabulary, maxRank, rankWords } from './vocabulary.ts';

/**
 * Searches with a GIN index on the array of a ticket's words and facets. A tsvector fails on long threads (1 MB,
 * positions capped at 16,383). Phrases are matched in the folded text of the rows that contain the words.
 * @param match builds the condition on `ticket_words` that the criteria describe
 */
const createSearch = (match: (criteria: SearchCriteria) => RawBuilder<unknown>): SearchIndex => ({
  async write(writes, document) {
    await writeRow(writes, toSearchRow(document));
    await addWords(writes, { words: getVocabulary(document.text) });
  },

  async add(writes, documents) {
    if (documents.length === 0) return;
    await writes.insertInto('ticket_words').values(documents.map(toSearchRow)).execute();
    const ranks = rankWords(documents.map(({ text }) => text));
    await insertRanks([...ranks.keys()], [...ranks.values()]).execute(writes);
  },

  async remove(writes, n) {
    await writes.deleteFrom('ticket_words').where('ticket_n', '=', n).execute();
  },

  matching: criteria => sql`(${selectNumbers(match(criteria))})`,

  async load<Row>(queries: Queries, criteria: SearchCriteria, limit: number, select: SelectRows<Row>) {
    const numbers = selectNumbers(match(criteria));
    const estimate = isWide(criteria) ? await estimateMatches(queries, numbers) : null;
    if (estimate !== null && estimate > estimateTolerance * limit) return { rows: null, estimate };
    // Materialized: with a plain limit the planner may scan the table from its start. As JSON, the rows and the number
    // of matches are one result.
    const loaded = sql<{ matches: number; rows: Row[] | null }>`
      with matching as materialized (${numbers}),
        found as materialized (select n from matching limit ${sql.lit(limit + 1)}),
        total as (select count(*) as matches from found)
      select matches, (
        select json_agg(loaded) from (${select(sql`(select n from found)`)}) as loaded where matches <= ${sql.lit(limit)}
      ) as rows from total`;
    const [{ matches, rows } = { matches: 0, rows: null }] = (await loaded.execute(queries)).rows;
    return matches > limit ? { rows: null, estimate } : { rows: rows ?? [] };
  },
});

const selectNumbers = (condition: RawBuilder<unknown>) =>
  sql`select ticket_n as n from ticket_words where ${condition}`;

export const postgresSearch = createSearch(matchCriteria);
export const strictPostgresSearch = createSearch(matchOneEntry);

const writeRow = prepareWrite<ReturnType<typeof toSearchRow>>((writes, value) =>
  writes
    .insertInto('ticket_words')
    .values({ ticket_n: value('ticket_n'), words: value('words'), text: value('text') })
    .onConflict(conflict =>
      conflict
        .column('ticket_n')
        .doUpdateSet(({ ref }) => ({ words: ref('excluded.words'), text: ref('excluded.text') })),
    ),
);

/** Adds the words of one text to the vocabulary. Known words are not locked unless their rank changes. */
const addWords = prepareWrite<{ words: readonly string[] }>((writes, value) => ({
  compile: () =>
    sql`
      with added as (
        insert into search_words (word, rank) select word, 0 from unnest(${value('words')}::text[]) as word
        order by word on conflict do nothing)
      update search_words set rank = rank + 1
      where word = any (${value('words')}::text[]) and rank < ${sql.lit(maxRank)} and random() * (1 << rank) < 1`.compile(
      writes,
    ),
}));

/**
 * Adds words with ranks. The sum of two ranks is the higher rank, or the higher rank plus 1: the closer the ranks are,
 * the more likely 1 is added. An update without a change would leave a dead row, and the dead rows of a transaction
 * slow down its later updates.
 */
const insertRanks = (words: readonly string[], ranks: readonly number[]) => sql`
  insert into search_words (word, rank) select * from unnest(${words}::text[], ${ranks}::smallint[])
  on conflict (word) do update set rank = least(${sql.lit(maxRank)}, case when excluded.rank > search_words.rank
    then excluded.rank + (random() * (1 << abs(search_words.rank - excluded.rank)) < 1)::int else search_words.rank + 1 end)
  where search_words.rank < ${sql.lit(maxRank)} and (excluded.rank > search_words.rank
    or random() * (1 << abs(search_words.rank - excluded.rank)) < 1)`;

/** A search is skipped if its rough estimate exceeds this multiple of the limit. A GIN scan reads all matches. */
const estimateTolerance = 4;

/** Returns the planner's row estimate, which uses statistics only. */
const estimateMatches = async (queries: Queries, numbers: RawBuilder<unknown>): Promise<number> => {
  const plan = sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) ${numbers}`;
  const { rows } = await plan.execute(queries);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
};

/**
 * True for a search of the whole list. Only such a search is estimated: a span is small, and an inaccurate estimate
 * would repeat for every span.
 */
const isWide = ({ spans, between }: SearchCriteria): boolean => spans === undefined && between === undefined;

export const toSearchRow = (document: SearchDocument) => {
  const text = getIndexedText(document);
  return { ticket_n: document.n, words: [...document.facets, ...uniqueWords(text)], text: ` ${text} ` };
};

const uniqueWords = (text: string): string[] =>
  [...new Set(text.split(' '))].filter(word => word !== '' && word !== textBoundary).map(toIndexEntry);
