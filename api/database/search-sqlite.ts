import { CompiledQuery, sql } from 'kysely';
import type { Facet } from './facets.ts';
import { prepareWrite } from './prepare-query.ts';
import { getIndexedText, type SearchCriteria, type SearchIndex } from './search.ts';
import { getVocabulary, maxRank, rankWords } from './vocabulary.ts';

/**
 * Searches with a contentless FTS5 table, which stores posting lists only. Its `ascii` tokenizer splits the folded
 * words at spaces only, because it treats every character beyond ASCII as part of a token.
 */
export const sqliteSearch: SearchIndex = {
  async write(writes, document) {
    const { n, facets, text } = document;
    const words = getIndexedText(document);
    await sql`insert or replace into ticket_search (rowid, words, facet) values (${n}, ${words}, ${facets.join(' ')})`.execute(
      writes,
    );
    await addWords(writes, { words: JSON.stringify(getVocabulary(text)) });
  },

  async add(writes, documents) {
    for (let done = 0; done < documents.length; ) {
      const size = documents.length - done >= batchSize ? batchSize : 1;
      const rows = documents.slice(done, done + size);
      const values = rows.flatMap(document => [document.n, getIndexedText(document), document.facets.join(' ')]);
      await writes.executeQuery(CompiledQuery.raw(size === 1 ? insertOne : insertBatch, values));
      done += size;
    }
    const ranks = JSON.stringify(Object.fromEntries(rankWords(documents.map(({ text }) => text))));
    await writes.executeQuery(CompiledQuery.raw(insertRanks, [ranks]));
  },

  async remove(writes, n) {
    await sql`delete from ticket_search where rowid = ${n}`.execute(writes);
  },

  matching: criteria => sql`(select rowid as n from ticket_search where ${matchesCriteria(criteria)})`,

  async load(queries, criteria, limit, select) {
    // FTS5 can walk its posting lists from either end.
    const order = criteria.newestFirst ? sql`order by rowid desc` : sql``;
    const found = sql<{ numbers: string; count: number }>`
      select json_group_array(n) as numbers, count(*) as count
      from (select rowid as n from ticket_search where ${matchesCriteria(criteria)} ${order} limit ${sql.lit(limit + 1)})`;
    const { numbers = '[]', count = 0 } = (await found.execute(queries)).rows[0] ?? {};
    if (count > limit) return { rows: null, estimate: null };
    if (count === 0) return { rows: [] };
    return { rows: (await select(sql`(select value as n from json_each(${numbers}))`).execute(queries)).rows };
  },
};

const matchesCriteria = ({ phrases, facets, spans, between }: SearchCriteria) => {
  const match = [...wordsMatch(phrases), ...[...facets, ...(spans ? [spans] : [])].map(facetMatch)].join(' AND ');
  // node:sqlite binds numbers as floats. FTS5 does not accept float bounds of a range.
  const [first, last] = (between ?? []).map(n => sql`cast(${n} as integer)`);
  const range = between === undefined ? sql`` : sql` and rowid between ${first} and ${last}`;
  return sql`ticket_search match ${match}${range}`;
};

/** Quotes each phrase as one FTS5 string. Words contain letters and digits only; `words :` excludes the facets. */
const wordsMatch = (phrases: SearchCriteria['phrases']): string[] =>
  phrases.map(oneOf => `words : (${oneOf.map(phrase => `"${phrase.join(' ')}"`).join(' OR ')})`);

const facetMatch = (oneOf: readonly Facet[]): string => `facet : (${oneOf.join(' OR ')})`;

/** Adds the words of one text to the vocabulary. */
const addWords = prepareWrite<{ words: string }>((writes, value) => ({
  compile: () =>
    sql`
      insert into search_words (word, rank) select value, 0 from json_each(${value('words')}) where true
      on conflict (word) do update set rank = rank + 1
      where rank < ${sql.lit(maxRank)} and random() & ((1 << rank) - 1) = 0`.compile(writes),
}));

/**
 * Adds words with ranks. The sum of two ranks is the higher rank, or the higher rank plus 1: the closer the ranks are,
 * the more likely 1 is added.
 */
const insertRanks = `
  insert into search_words (word, rank) select key, value from json_each(?) where true
  on conflict (word) do update set rank = min(${maxRank}, case when excluded.rank > rank
    then excluded.rank + (random() & ((1 << abs(rank - excluded.rank)) - 1) = 0) else rank + 1 end)
  where rank < ${maxRank} and (excluded.rank > rank or random() & ((1 << abs(rank - excluded.rank)) - 1) = 0)`;

/** Rows per insert. The remaining rows are inserted one by one, so that two prepared statements are enough. */
const batchSize = 64;
const insertOne = 'insert into ticket_search (rowid, words, facet) values (?, ?, ?)';
const insertBatch = insertOne + ', (?, ?, ?)'.repeat(batchSize - 1);
