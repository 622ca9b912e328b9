import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { readDocuments } from '../database/index-ticket.ts';
import { type Finding, type Manner, wholeCheck } from './check.ts';
import { exactWords, wrongWords } from './search.ts';

/**
 * FTS5 without content cannot be asked for the words of one ticket. So a sum is kept for each: the hashes of the words that
 * it should have are added, those of the words that the index has are taken away, and what is right comes to nothing. That
 * is four bytes a ticket, and the index is read once, word by word.
 */
export const sqliteWords = wholeCheck(
  { ...exactWords, only: 'sqlite', table: 'tickets', passes: 2 },
  async (queries, { pageSize, step }) => {
    const { last } = await queries
      .selectFrom('tickets')
      .select(({ fn }) => fn.max('n').as('last'))
      .executeTakeFirstOrThrow();
    const sums = new Uint32Array((last ?? 0) + 1);
    const added = await addExpected(queries, sums, { pageSize, step });
    const strangers = await takeIndexed(queries, sums, inStep(added, step));
    const wrong: number[] = [];
    for (const [n, sum] of sums.entries()) if (sum !== 0 && wrong.length < mostNamed) wrong.push(n);
    return nameTickets(queries, [...wrong, ...strangers]);
  },
);

/** So many at most are named. */
const mostNamed = 1000;

/** What was added: tickets, and words in all. */
type Added = { tickets: number; words: number };

const addExpected = async (queries: Queries, sums: Uint32Array, { pageSize, step }: Manner): Promise<Added> => {
  const added: Added = { tickets: 0, words: 0 };
  for (let n = 1; n < sums.length; n += pageSize) {
    const documents = await readDocuments(queries, n, n + pageSize - 1);
    for (const { n: ticket, text, facets } of documents) {
      const words = text.split(' ').filter(word => word !== '');
      for (const word of words) add(sums, ticket, hash(asIndexed(word), 'words'));
      for (const facet of facets) add(sums, ticket, hash(facet, 'facet'));
      added.words += words.length + facets.length;
    }
    added.tickets += documents.length;
    step(documents.length);
  }
  return added;
};

/** The index is read word by word: tells of as many tickets as that share of the words comes to. */
const inStep = ({ tickets, words }: Added, step: Manner['step']): ((taken: number) => void) => {
  let [taken, told] = [0, 0];
  return more => {
    taken += more;
    const share = Math.min(tickets, Math.floor((tickets * taken) / Math.max(words, 1)));
    if (share > told) step(share - told);
    told = share;
  };
};

type Term = { term: string; words: string; facets: string };

/** Takes the words of the index away; returns numbers that no ticket has had yet. */
const takeIndexed = async (
  queries: Queries,
  sums: Uint32Array,
  onTaken: (words: number) => void,
): Promise<Set<number>> => {
  const strangers = new Set<number>();
  await sql`create virtual table temp.indexed_words using fts5vocab (main, ticket_search, instance)`.execute(queries);
  const terms = queries
    .selectFrom(
      sql<Term>`(
        select term, json_group_array(doc) filter (where col = 'words') as words,
          json_group_array(doc) filter (where col = 'facet') as facets
        from temp.indexed_words group by term)`.as('terms'),
    )
    .selectAll();
  for await (const { term, words, facets } of terms.stream()) {
    for (const [column, numbers] of [['words', words] as const, ['facet', facets] as const]) {
      const negative = -hash(term, column);
      const tickets = JSON.parse(numbers) as number[];
      onTaken(tickets.length);
      for (const n of tickets) {
        if (n < sums.length) add(sums, n, negative);
        else if (strangers.size < mostNamed) strangers.add(n);
      }
    }
  }
  return strangers;
};

/** FTS5 cuts what is longer (FTS5_MAX_TOKEN_SIZE, in bytes of UTF-8); nobody can ask for a word of that length. */
const longestTerm = 32_768;

const asIndexed = (word: string): string =>
  word.length * 3 <= longestTerm ? word : Buffer.from(word).subarray(0, longestTerm).toString();

const add = (sums: Uint32Array, n: number, by: number): void => {
  sums[n] = (sums[n] ?? 0) + by;
};

const nameTickets = async (queries: Queries, numbers: readonly number[]): Promise<Finding[]> => {
  if (numbers.length === 0) return [];
  const rows = await queries.selectFrom('tickets').select(['n', 'id']).where('n', 'in', numbers).execute();
  const ids = new Map(rows.map(({ n, id }) => [n, id]));
  return numbers.map(n => wrongWords(ids.get(n), n));
};

/** FNV-1a of 32 bits, mixed once more, since sums of it must not cancel out. */
const hash = (word: string, column: 'words' | 'facet'): number => {
  let value = column === 'words' ? 0x811c9dc5 : 0x1b873593;
  for (let index = 0; index < word.length; index++) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
};
