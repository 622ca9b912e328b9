import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { readSearchDocuments } from '../database/index-ticket.ts';
import { getIndexedText } from '../database/search.ts';
import { type CheckFinding, type CheckOptions, createSnapshotCheck } from './check.ts';
import { createSearchFinding, searchDescription } from './search.ts';

/**
 * Compares the index with the tickets by one checksum per ticket. A contentless FTS5 table cannot list the words of one
 * ticket. So the hashes of the expected words are added, the hashes of the indexed words are subtracted, and a correct
 * ticket sums to 0. This takes four bytes per ticket and one pass over the index.
 */
export const sqliteSearchCheck = createSnapshotCheck(
  { ...searchDescription, only: 'sqlite', table: 'tickets', passes: 2 },
  async (queries, { pageSize, step }) => {
    const { last } = await queries
      .selectFrom('tickets')
      .select(({ fn }) => fn.max('n').as('last'))
      .executeTakeFirstOrThrow();
    const sums = new Uint32Array((last ?? 0) + 1);
    const tickets = await addExpected(queries, sums, { pageSize, step });
    const unknown = await subtractIndexed(queries, sums);
    step(tickets);
    const different: number[] = [];
    for (const [n, sum] of sums.entries()) if (sum !== 0 && different.length < maxReported) different.push(n);
    return createFindings(queries, [...different, ...unknown]);
  },
);

/** The maximum number of incorrect tickets, and of unknown numbers, in the findings. */
const maxReported = 1000;

/** Adds the hashes of the expected words. Returns the number of tickets. */
const addExpected = async (queries: Queries, sums: Uint32Array, { pageSize, step }: CheckOptions): Promise<number> => {
  let tickets = 0;
  for (let n = 1; n < sums.length; n += pageSize) {
    const documents = await readSearchDocuments(queries, n, n + pageSize - 1);
    for (const document of documents) {
      const { n: ticket, facets } = document;
      for (const word of getIndexedText(document).split(' ').filter(Boolean))
        add(sums, ticket, hash(truncate(word), 'words'));
      for (const facet of facets) add(sums, ticket, hash(facet, 'facet'));
    }
    tickets += documents.length;
    step(documents.length);
  }
  return tickets;
};

type Term = { term: string; words: string; facets: string };

/** Subtracts the indexed words; returns the indexed numbers above the number of the last ticket. */
const subtractIndexed = async (queries: Queries, sums: Uint32Array): Promise<Set<number>> => {
  const unknown = new Set<number>();
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
      for (const n of JSON.parse(numbers) as number[]) {
        if (n < sums.length) add(sums, n, negative);
        else if (unknown.size < maxReported) unknown.add(n);
      }
    }
  }
  return unknown;
};

/** FTS5 truncates longer tokens (FTS5_MAX_TOKEN_SIZE, in UTF-8 bytes). */
const maxTokenBytes = 32_768;

const truncate = (word: string): string =>
  word.length * 3 <= maxTokenBytes ? word : Buffer.from(word).subarray(0, maxTokenBytes).toString();

const add = (sums: Uint32Array, n: number, by: number): void => {
  sums[n] = (sums[n] ?? 0) + by;
};

const createFindings = async (queries: Queries, numbers: readonly number[]): Promise<CheckFinding[]> => {
  if (numbers.length === 0) return [];
  const rows = await queries.selectFrom('tickets').select(['n', 'id']).where('n', 'in', numbers).execute();
  const ids = new Map(rows.map(({ n, id }) => [n, id]));
  return numbers.map(n => createSearchFinding(ids.get(n), n));
};

/** 32-bit FNV-1a, mixed again so that sums do not cancel out. */
const hash = (word: string, column: 'words' | 'facet'): number => {
  let value = column === 'words' ? 0x811c9dc5 : 0x1b873593;
  for (let index = 0; index < word.length; index++) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
};
