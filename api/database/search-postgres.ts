import { createHash } from 'node:crypto';
import { sql } from 'kysely';
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

  matching: wanted => sql`(select ticket_n as n from ticket_words where ${isWanted(wanted)})`,

  async find(queries, wanted, atMost) {
    const found = sql<{
      n: number;
    }>`select ticket_n as n from ticket_words where ${isWanted(wanted)} limit ${atMost + 1}`;
    const numbers = (await found.execute(queries)).rows.map(({ n }) => n);
    if (numbers.length > atMost) return null;
    return { count: numbers.length, numbers: sql`(select unnest(${numbers}::bigint[]) as n)` };
  },
};

const isWanted = ({ phrases, facets, between }: Wanted) => {
  const all = [...new Set(phrases.flat().map(entryOf)), ...facets.flatMap(oneOf => (oneOf.length === 1 ? oneOf : []))];
  const alternatives = facets.filter(oneOf => oneOf.length > 1);
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

const rowOf = ({ n, facets, text }: SearchDocument) => ({
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
