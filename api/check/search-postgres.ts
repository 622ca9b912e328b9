import { isDeepStrictEqual } from 'node:util';
import { readSearchDocuments } from '../database/index-ticket.ts';
import { toSearchRow } from '../database/search-postgres.ts';
import { textBoundary } from '../database/tokenize.ts';
import { createRowsCheck } from './check.ts';
import { createSearchFinding, searchDescription } from './search.ts';

/** Compares each row of the search table with the texts of its ticket. */
export const postgresSearchCheck = createRowsCheck(
  { ...searchDescription, only: 'postgres' },
  'tickets',
  async (queries, { after, last }) => {
    const documents = await readSearchDocuments(queries, after + 1, last);
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
    const stored = new Map(rows.map(row => [row.ticket_n, normalize(row)]));
    const idByNumber = new Map(ids.map(({ n, id }) => [n, id]));
    return documents
      .filter(document => !isDeepStrictEqual(stored.get(document.n), normalize(toSearchRow(document))))
      .map(({ n }) => createSearchFinding(idByNumber.get(n), n));
  },
);

/** Sorts words and texts: no phrase spans two texts, so their order does not matter. */
const normalize = ({ words, text }: { words: readonly string[]; text: string }) => ({
  words: words.toSorted(),
  texts: text.trim().split(` ${textBoundary} `).toSorted(),
});
