import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { prepareWrite } from './prepare-query.ts';
import type { Queries } from './queries.ts';
import type { SearchCriteria, SearchDocument, SearchIndex, SelectRows } from './search.ts';
import { textBoundary } from './tokenize.ts';

/**
 * Searches with a GIN index on the array of a ticket's words and facets. A tsvector fails on long threads (1 MB, positions
 * capped at 16,383). Phrases are matched in the folded text of the rows that contain the words.
 */
export const postgresSearch: SearchIndex = {
  write: (writes, document) => writeRow(writes, toSearchRow(document)),

  async add(writes, documents) {
    if (documents.length > 0) await writes.insertInto('ticket_words').values(documents.map(toSearchRow)).execute();
  },

  async remove(writes, n) {
    await writes.deleteFrom('ticket_words').where('ticket_n', '=', n).execute();
  },

  matching: criteria => sql`(${selectNumbers(criteria)})`,

  async load<Row>(queries: Queries, criteria: SearchCriteria, limit: number, select: SelectRows<Row>) {
    const estimate = isWide(criteria) ? await estimateMatches(queries, criteria) : null;
    if (estimate !== null && estimate > estimateTolerance * limit) return { rows: null, estimate };
    // Materialized: with a plain limit the planner may scan the table from its start. As JSON, the rows and the number of
    // matches are one result.
    const loaded = sql<{ matches: number; rows: Row[] | null }>`
      with matching as materialized (${selectNumbers(criteria)}),
        found as materialized (select n from matching limit ${sql.lit(limit + 1)}),
        total as (select count(*) as matches from found)
      select matches, (
        select json_agg(loaded) from (${select(sql`(select n from found)`)}) as loaded where matches <= ${sql.lit(limit)}
      ) as rows from total`;
    const [{ matches, rows } = { matches: 0, rows: null }] = (await loaded.execute(queries)).rows;
    return matches > limit ? { rows: null, estimate } : { rows: rows ?? [] };
  },
};

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

/** A GIN scan reads all matches, so a search is skipped when the (rough) estimate exceeds the limit this many times. */
const estimateTolerance = 4;

/** Returns the planner's row estimate, which uses statistics only. */
const estimateMatches = async (queries: Queries, criteria: SearchCriteria): Promise<number> => {
  const plan = sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) ${selectNumbers(criteria)}`;
  const { rows } = await plan.execute(queries);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
};

const selectNumbers = (criteria: SearchCriteria) =>
  sql`select ticket_n as n from ticket_words where ${matchesCriteria(criteria)}`;

/** Only these searches are estimated: a single time span is small, and a wrong estimate would repeat for every span. */
const isWide = ({ spans, between }: SearchCriteria): boolean => spans === undefined && between === undefined;

const matchesCriteria = ({ phrases, facets, spans, between }: SearchCriteria) => {
  const lists = spans === undefined ? facets : [...facets, spans];
  const all = [
    ...new Set(phrases.flat().map(toIndexEntry)),
    ...lists.flatMap(oneOf => (oneOf.length === 1 ? oneOf : [])),
  ];
  const alternatives = lists.filter(oneOf => oneOf.length > 1);
  const adjacent = phrases.filter(phrase => phrase.length > 1).map(phrase => ` ${phrase.join(' ')} `);
  return sql.join(
    [
      sql`words @> ${all}`,
      ...alternatives.map(oneOf => sql`words && ${oneOf}`),
      ...adjacent.map(phrase => sql`position(${phrase} in text) > 0`),
      ...(between === undefined ? [] : [sql`ticket_n between ${between[0]} and ${between[1]}`]),
    ],
    sql` and `,
  );
};

export const toSearchRow = ({ n, facets, text }: SearchDocument) => ({
  ticket_n: n,
  words: [...facets, ...uniqueWords(text)],
  text: ` ${text} `,
});

const uniqueWords = (text: string): string[] =>
  [...new Set(text.split(' '))].filter(word => word !== '' && word !== textBoundary).map(toIndexEntry);

/** A GIN index entry holds at most 2.7 KB, so a longer word is indexed by its digest. */
const maxEntryBytes = 2000;

const toIndexEntry = (word: string): string =>
  Buffer.byteLength(word) <= maxEntryBytes ? word : createHash('sha256').update(word).digest('hex');
