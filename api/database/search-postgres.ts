import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from './queries.ts';
import type { SearchDocument, SearchIndex, Wanted } from './search.ts';
import { boundary } from './words.ts';

/**
 * A GIN index on the array of a ticket's words and facets: a tsvector fails on long threads (1 MB, positions capped at 16,383).
 * Phrases are looked for in the folded text of the rows the words leave.
 */
export const postgresSearch: SearchIndex = {
  async write(writes, document) {
    const { ticket_n, ...values } = rowOf(document);
    await writes
      .insertInto('ticket_words')
      .values({ ticket_n, ...values })
      .onConflict(conflict => conflict.column('ticket_n').doUpdateSet(values))
      .execute();
  },

  async add(writes, documents) {
    if (documents.length > 0) await writes.insertInto('ticket_words').values(documents.map(rowOf)).execute();
  },

  async remove(writes, n) {
    await writes.deleteFrom('ticket_words').where('ticket_n', '=', n).execute();
  },

  matching: wanted => sql`(${numbersOf(wanted)})`,

  async find(queries, wanted, atMost) {
    if (isWide(wanted) && (await estimate(queries, wanted)) > muchMore * atMost) return null;
    // Materialized, so that it is planned for all it finds: a limit tempts the planner into reading the table from its start.
    const found = sql<{ n: number }>`
      with found as materialized (${numbersOf(wanted)}) select n from found limit ${sql.lit(atMost + 1)}`;
    const numbers = (await found.execute(queries)).rows.map(({ n }) => n);
    if (numbers.length > atMost) return null;
    return { count: numbers.length, numbers: sql`(select unnest(${numbers}::bigint[]) as n)` };
  },
};

/** A GIN index finds all or nothing. Estimates are rough: what seems to be this many times too much is not looked for. */
const muchMore = 4;

/** How many tickets the planner expects, from the statistics of the commonest words: no word is looked up. */
const estimate = async (queries: Queries, wanted: Wanted): Promise<number> => {
  const plan = sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`explain (format json) ${numbersOf(wanted)}`;
  const { rows } = await plan.execute(queries);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
};

const numbersOf = (wanted: Wanted) => sql`select ticket_n as n from ticket_words where ${isWanted(wanted)}`;

/** Within a span there is never too much to be looked for, and there a wrong estimate would be followed span after span. */
const isWide = ({ spans, between }: Wanted): boolean => spans === undefined && between === undefined;

const isWanted = ({ phrases, facets, spans, between }: Wanted) => {
  const lists = spans === undefined ? facets : [...facets, spans];
  const all = [...new Set(phrases.flat().map(entryOf)), ...lists.flatMap(oneOf => (oneOf.length === 1 ? oneOf : []))];
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

/** The row of a ticket. */
export const rowOf = ({ n, facets, text }: SearchDocument) => ({
  ticket_n: n,
  words: [...facets, ...wordsIn(text)],
  text: ` ${text} `,
});

const wordsIn = (text: string): string[] =>
  [...new Set(text.split(' '))].filter(word => word !== '' && word !== boundary).map(entryOf);

/** An entry of a GIN index holds 2.7 KB at most: a longer word stands in it as its digest. */
const longestEntryBytes = 2000;

const entryOf = (word: string): string =>
  Buffer.byteLength(word) <= longestEntryBytes ? word : createHash('sha256').update(word).digest('hex');
