import { sql } from 'kysely';
import type { z } from 'zod';
import type { suggestSearch } from '#contract';
import type { Database, Queries } from '../database/database.ts';
import { locateWords, parseSearchQuery } from '../database/tokenize.ts';
import { expandTerm, findSimilarWords } from '../database/vocabulary.ts';
import type { ReportDefinition } from '../http/serve-report.ts';
import { readTicketChanges } from './list.ts';

type Search = Database['search'];

/** The maximum number of words in a query that is corrected. */
const maxWords = 8;

/** Describes search suggestions to the request pipeline. */
export const searchSuggestion = ({
  search,
}: Pick<Database, 'search'>): ReportDefinition<z.output<typeof suggestSearch.query>> => ({
  kind: 'ticket',
  validator: readTicketChanges,
  compute: async (queries, { query: { q } }) => ({
    q: q ?? null,
    suggestion: q === undefined ? null : await suggest(search, queries, q),
  }),
});

/**
 * Replaces the unknown words of a query.
 * @returns null if the query has too many words, no word can be replaced, or the result matches nothing
 */
const suggest = async (search: Search, queries: Queries, q: string): Promise<string | null> => {
  const words = locateWords(q);
  if (words.length > maxWords) return null;
  let suggestion = '';
  let done = 0;
  for (const { word, start, end } of words) {
    const similar = await findKnownWord(search, queries, word, q[end] === '*');
    if (similar === word || start < done) continue;
    suggestion += `${q.slice(done, start)}${similar}`;
    done = end;
  }
  suggestion += q.slice(done);
  return suggestion !== q && (await matchesAny(search, queries, suggestion)) ? suggestion : null;
};

/** Finds a similar word of tickets. Returns the word itself if a ticket contains it, or if no word is similar. */
const findKnownWord = async (search: Search, queries: Queries, word: string, isPrefix: boolean): Promise<string> => {
  if (await matchesAny(search, queries, isPrefix ? `${word}*` : word)) return word;
  for (const similar of await findSimilarWords(queries, word))
    if (await matchesAny(search, queries, similar)) return similar;
  return word;
};

const matchesAny = async (search: Search, queries: Queries, q: string): Promise<boolean> => {
  const phrases = await Promise.all(parseSearchQuery(q).map(term => expandTerm(queries, term)));
  const found = sql`select n from ${search.matching({ phrases, facets: [] })} as found limit 1`;
  return phrases.length > 0 && (await found.execute(queries)).rows.length > 0;
};
