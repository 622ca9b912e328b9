import { isDeepStrictEqual } from 'node:util';
import { readDocuments } from '../database/index-ticket.ts';
import { rowOf } from '../database/search-postgres.ts';
import { boundary } from '../database/words.ts';
import { rowsCheck } from './check.ts';
import { exactWords, wrongWords } from './search.ts';

/** Holds each row of the search table against the ticket's own text and messages. */
export const postgresWords = rowsCheck(
  { ...exactWords, only: 'postgres' },
  'tickets',
  async (queries, { after, last }) => {
    const documents = await readDocuments(queries, after + 1, last);
    const ids = await queries
      .selectFrom('tickets')
      .select(['n', 'id'])
      .where('n', '>', after)
      .where('n', '<=', last)
      .execute();
    const rows = await queries
      .selectFrom('ticket_words')
      .selectAll()
      .where('ticket_n', '>', after)
      .where('ticket_n', '<=', last)
      .execute();
    const stored = new Map(rows.map(row => [row.ticket_n, inAnyOrder(row)]));
    const idOf = new Map(ids.map(({ n, id }) => [n, id]));
    return documents
      .filter(document => !isDeepStrictEqual(stored.get(document.n), inAnyOrder(rowOf(document))))
      .map(({ n }) => wrongWords(idOf.get(n), n));
  },
);

/** No phrase spans two texts, so their order says nothing. */
const inAnyOrder = ({ words, text }: { words: readonly string[]; text: string }) => ({
  words: words.toSorted(),
  texts: text.trim().split(` ${boundary} `).toSorted(),
});
