import { sql } from 'kysely';
import type { SearchIndex } from './search.ts';

/**
 * FTS5, contentless: the table keeps posting lists only. Its `ascii` tokenizer splits our folded words at the spaces between
 * them and nowhere else, since every character beyond ASCII is a token character to it.
 */
export const sqliteSearch: SearchIndex = {
  async write(writes, { n, state, priority, text }) {
    const facet = `s${state} p${priority}`;
    await sql`insert or replace into ticket_search (rowid, words, facet) values (${n}, ${text}, ${facet})`.execute(
      writes,
    );
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
