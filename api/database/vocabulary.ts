import { sql } from 'kysely';
import { prepareQuery } from './prepare-query.ts';
import type { Queries } from './queries.ts';
import { type Phrase, type SearchTerm, textBoundary } from './tokenize.ts';

/**
 * The highest rank of a word in the table `search_words`. A rank is about the binary logarithm of the number of
 * documents written with the word: with few ranks, few index lookups find the most frequent words with a prefix. A rank
 * is a Morris counter, incremented with a probability of 2^-rank. So writers rarely update the same row.
 */
export const maxRank = 24;

/** The length of the longest word in the vocabulary. It limits the size of index entries. */
const maxWordLength = 64;

/** A prefix is expanded to at most this many words, besides the prefix itself. */
export const maxExpansions = 12;

/** Returns the different words of a search text that the vocabulary stores. */
export const getVocabulary = (text: string): string[] => [
  ...new Set(text.split(' ').filter(word => word !== '' && word !== textBoundary && word.length <= maxWordLength)),
];

/** Counts the texts that contain each word. Returns the words in order, each with its rank. */
export const rankWords = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(getVocabulary)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([word, n]) => [word, toRank(n)]));
};

/** Rounds the logarithm up or down at random, so that 2^rank equals the count on average. */
const toRank = (count: number): number => {
  const rank = 31 - Math.clz32(count);
  return rank + (Math.random() < count / 2 ** rank - 1 ? 1 : 0);
};

/** Replaces a term that is a prefix with its most frequent words. The prefix itself may be a word too. */
export const expandTerm = async (queries: Queries, { phrase, isPrefix }: SearchTerm): Promise<Phrase[]> => {
  const [prefix] = phrase;
  if (!isPrefix || prefix === undefined) return [phrase];
  const words = new Set([prefix, ...(await selectExpansions(queries, prefix))]);
  return [...words].map(word => [word]);
};

/**
 * Prepares a selection of the most frequent words with a prefix. It reads at most `perRank` words of each rank from the
 * index, however many words start with the prefix.
 */
const prepareFrequentWords = (limit: number, perRank: number) => {
  const select = prepareQuery<{ prefix: string; end: string }, { word: string }>((queries, value) => {
    const ofRank = (rank: number) => sql`
      select * from (
        select word, rank from search_words
        where rank = ${sql.lit(rank)} and word >= ${value('prefix')} and word < ${value('end')}
        order by word limit ${sql.lit(perRank)}
      ) as ${sql.ref(`rank${rank}`)}`;
    const ranks = Array.from({ length: maxRank + 1 }, (_, rank) => ofRank(rank));
    const found = sql<{ word: string }>`
      select word from (${sql.join(ranks, sql` union all `)}) as frequent
      order by rank desc, word limit ${sql.lit(limit)}`;
    return { compile: () => found.compile(queries) };
  });
  return async (queries: Queries, prefix: string): Promise<string[]> =>
    (await select(queries, { prefix, end: `${prefix}\u{10FFFF}` })).map(({ word }) => word);
};

const selectExpansions = prepareFrequentWords(maxExpansions, maxExpansions);
const selectCandidates = prepareFrequentWords(1000, 100);

const maxSimilar = 3;

/**
 * Finds at most three similar known words, the most similar first. They start with the first or the second letter of
 * the word. Of equally similar words, those with a longer common prefix come first, then more frequent words. Numbers
 * and very short or long words have no similar words.
 */
export const findSimilarWords = async (queries: Queries, word: string): Promise<string[]> => {
  const letters = [...word];
  if (letters.length < 3 || letters.length > maxWordLength || /^\p{N}*$/u.test(word)) return [];
  const prefixes = [3, 2, 1].map(length => letters.slice(0, length).join(''));
  const candidates = await Promise.all(
    [...prefixes, letters[1] ?? ''].map(prefix => selectCandidates(queries, prefix)),
  );
  const maxDistance = letters.length < 6 ? 1 : 2;
  return [...new Set(candidates.flat())]
    .map(candidate => ({ candidate, distance: measureDistance(letters, [...candidate]) }))
    .filter(({ distance }) => distance > 0 && distance <= maxDistance)
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, maxSimilar)
    .map(({ candidate }) => candidate);
};

/** Counts letters to add, remove, change or swap with their neighbour (optimal string alignment). */
const measureDistance = (from: readonly string[], to: readonly string[]): number => {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const change = (last[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other;
      const swap = isSwap ? (beforeLast[column - 1] ?? 0) + 1 : change;
      current.push(Math.min(change, swap, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    [beforeLast, last] = [last, current];
  }
  return last.at(-1) ?? 0;
};
