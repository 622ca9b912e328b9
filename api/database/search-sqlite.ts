import { CompiledQuery, sql } from 'kysely';
import type { SearchIndex } from './search.ts';

/**
 * FTS5, contentless: the table keeps posting lists only. Its `ascii` tokenizer splits our folded words at the spaces between
 * them and nowhere else, since every character beyond ASCII is a token character to it.
 */
export const sqliteSearch: SearchIndex = {
  async write(writes, { n, state, priority, text }) {
    const facet = facetOf(state, priority);
    await sql`insert or replace into ticket_search (rowid, words, facet) values (${n}, ${text}, ${facet})`.execute(
      writes,
    );
  },

  async add(writes, documents) {
    for (let done = 0; done < documents.length; ) {
      const size = documents.length - done >= manyRows ? manyRows : 1;
      const rows = documents.slice(done, done + size);
      const values = rows.flatMap(({ n, state, priority, text }) => [n, text, facetOf(state, priority)]);
      await writes.executeQuery(CompiledQuery.raw(size === 1 ? insertOne : insertMany, values));
      done += size;
    }
  },

  async remove(writes, n) {
    await sql`delete from ticket_search where rowid = ${n}`.execute(writes);
  },

  matches(phrases) {
    // Words are letters and digits only, so quoting makes each phrase one FTS5 string, and `words :` keeps facets apart.
    const match = phrases.map(phrase => `"${phrase.join(' ')}"`).join(' AND ');
    return sql`tickets.n in (select rowid from ticket_search where ticket_search match ${`words : (${match})`})`;
  },
};

const facetOf = (state: number, priority: number): string => `s${state} p${priority}`;

/** Two fixed texts, so that each is prepared once and nothing is compiled per document. */
const manyRows = 64;
const insertOne = 'insert into ticket_search (rowid, words, facet) values (?, ?, ?)';
const insertMany = insertOne + ', (?, ?, ?)'.repeat(manyRows - 1);
