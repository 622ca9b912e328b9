import { CompiledQuery, sql } from 'kysely';
import type { Facet } from './facets.ts';
import type { SearchIndex, Wanted } from './search.ts';

/**
 * FTS5, contentless: the table keeps posting lists only. Its `ascii` tokenizer splits our folded words at the spaces between
 * them and nowhere else, since every character beyond ASCII is a token character to it.
 */
export const sqliteSearch: SearchIndex = {
  async write(writes, { n, facets, text }) {
    await sql`insert or replace into ticket_search (rowid, words, facet) values (${n}, ${text}, ${facets.join(' ')})`.execute(
      writes,
    );
  },

  async add(writes, documents) {
    for (let done = 0; done < documents.length; ) {
      const size = documents.length - done >= manyRows ? manyRows : 1;
      const rows = documents.slice(done, done + size);
      const values = rows.flatMap(({ n, facets, text }) => [n, text, facets.join(' ')]);
      await writes.executeQuery(CompiledQuery.raw(size === 1 ? insertOne : insertMany, values));
      done += size;
    }
  },

  async remove(writes, n) {
    await sql`delete from ticket_search where rowid = ${n}`.execute(writes);
  },

  matching: wanted => sql`(select rowid as n from ticket_search where ${isWanted(wanted)})`,

  async find(queries, wanted, atMost) {
    // FTS5 walks its lists from either end, and walks the list of a common word past all that the other lists do not hold.
    const order = wanted.newestFirst ? sql`order by rowid desc` : sql``;
    const found = sql<{ numbers: string; count: number }>`
      select json_group_array(n) as numbers, count(*) as count
      from (select rowid as n from ticket_search where ${isWanted(wanted)} ${order} limit ${sql.lit(atMost + 1)})`;
    const { numbers = '[]', count = 0 } = (await found.execute(queries)).rows[0] ?? {};
    return count > atMost ? null : { count, numbers: sql`(select value as n from json_each(${numbers}))` };
  },
};

const isWanted = ({ phrases, facets, spans, between }: Wanted) => {
  const match = [...wordsMatch(phrases), ...[...facets, ...(spans ? [spans] : [])].map(facetMatch)].join(' AND ');
  // Numbers are bound as floats, and FTS5 takes no float as the bound of a range.
  const [first, last] = (between ?? []).map(n => sql`cast(${n} as integer)`);
  const range = between === undefined ? sql`` : sql` and rowid between ${first} and ${last}`;
  return sql`ticket_search match ${match}${range}`;
};

/** Words are letters and digits only, so quoting makes each phrase one FTS5 string, and `words :` keeps facets apart. */
const wordsMatch = (phrases: Wanted['phrases']): string[] => phrases.map(phrase => `words : "${phrase.join(' ')}"`);

const facetMatch = (oneOf: readonly Facet[]): string => `facet : (${oneOf.join(' OR ')})`;

/** Two fixed texts, so that each is prepared once and nothing is compiled per document. */
const manyRows = 64;
const insertOne = 'insert into ticket_search (rowid, words, facet) values (?, ?, ?)';
const insertMany = insertOne + ', (?, ?, ?)'.repeat(manyRows - 1);
