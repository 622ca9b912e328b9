import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SearchIndex } from './search.ts';
import { boundary } from './words.ts';

/**
 * A GIN index on the array of a ticket's words: a tsvector fails on long threads (1 MB, positions capped at 16,383).
 * Phrases are looked for in the folded text of the rows the words leave.
 */
export const postgresSearch: SearchIndex = {
  async write(writes, { n, text }) {
    const words = wordsIn(text);
    await writes
      .insertInto('ticket_words')
      .values({ ticket_n: n, words, text: ` ${text} ` })
      .onConflict(conflict => conflict.column('ticket_n').doUpdateSet({ words, text: ` ${text} ` }))
      .execute();
  },

  async add(writes, documents) {
    const rows = documents.map(({ n, text }) => ({ ticket_n: n, words: wordsIn(text), text: ` ${text} ` }));
    if (rows.length > 0) await writes.insertInto('ticket_words').values(rows).execute();
  },

  async remove(writes, n) {
    await writes.deleteFrom('ticket_words').where('ticket_n', '=', n).execute();
  },

  matches(phrases) {
    const words = [...new Set(phrases.flat())].map(entryOf);
    const adjacent = phrases.filter(phrase => phrase.length > 1).map(phrase => ` ${phrase.join(' ')} `);
    const inOrder = adjacent.map(phrase => sql` and position(${phrase} in text) > 0`);
    return sql`tickets.n in (select ticket_n from ticket_words where words @> ${words}${sql.join(inOrder, sql``)})`;
  },
};

const wordsIn = (text: string): string[] =>
  [...new Set(text.split(' '))].filter(word => word !== '' && word !== boundary).map(entryOf);

/** An entry of a GIN index holds 2.7 KB at most: a longer word stands in it as its digest. */
const longestEntryBytes = 2000;

const entryOf = (word: string): string =>
  Buffer.byteLength(word) <= longestEntryBytes ? word : createHash('sha256').update(word).digest('hex');
