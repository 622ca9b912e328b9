import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { SearchCriteria } from './search.ts';

/** Returns the condition that matches rows of `ticket_words`. PostgreSQL intersects the entries of the GIN index. */
export const matchCriteria = (criteria: SearchCriteria): RawBuilder<unknown> => {
  const { all, alternatives, others } = toRequirements(criteria);
  return and([
    ...(all.length === 0 ? [] : [sql`words @> ${all}`]),
    ...alternatives.map(oneOf => sql`words && ${oneOf}`),
    ...others,
  ]);
};

/**
 * Returns a condition that matches the same rows with one entry per scan of the GIN index. YugabyteDB rejects scans
 * with several entries. The other conditions are checked on the rows that the index finds.
 */
export const matchOneEntry = (criteria: SearchCriteria): RawBuilder<unknown> => {
  const { all, alternatives, others } = toRequirements(criteria);
  const [entries = [], ...otherAlternatives] = [...all.slice(0, 1).map(entry => [entry]), ...alternatives];
  const otherEntries = all.slice(1);
  return and([
    ...(entries.length === 0 ? [] : [sql`(${or(entries.map(entry => sql`words @> ${[entry]}`))})`]),
    ...(otherEntries.length === 0 ? [] : [sql`${unindexedWords} @> ${otherEntries}`]),
    ...otherAlternatives.map(oneOf => sql`${unindexedWords} && ${oneOf}`),
    ...others,
  ]);
};

/** The index covers the column, not this expression. */
const unindexedWords = sql`(words || '{}'::text[])`;

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
const or = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` or `);

/** Groups criteria for the index. Rows need each entry of `all`, and an entry of each list of `alternatives`. */
const toRequirements = ({ phrases, facets, spans, between }: SearchCriteria) => {
  const lists = spans === undefined ? facets : [...facets, spans];
  // Alternatives are single words: see `expandTerm`.
  const single = phrases.flatMap(oneOf => (oneOf.length === 1 ? oneOf : []));
  const oneOfWords = phrases.filter(oneOf => oneOf.length > 1).map(oneOf => oneOf.flat().map(toIndexEntry));
  const adjacent = single.filter(phrase => phrase.length > 1).map(phrase => ` ${phrase.join(' ')} `);
  return {
    all: [...new Set(single.flat().map(toIndexEntry)), ...lists.flatMap(oneOf => (oneOf.length === 1 ? oneOf : []))],
    alternatives: [...oneOfWords, ...lists.filter(oneOf => oneOf.length > 1)],
    others: [
      ...adjacent.map(phrase => sql`position(${phrase} in text) > 0`),
      ...(between === undefined ? [] : [sql`ticket_n between ${between[0]} and ${between[1]}`]),
    ],
  };
};

/** A GIN index entry holds at most 2.7 KB. A longer word is indexed by its digest. */
const maxEntryBytes = 2000;

export const toIndexEntry = (word: string): string =>
  Buffer.byteLength(word) <= maxEntryBytes ? word : createHash('sha256').update(word).digest('hex');
