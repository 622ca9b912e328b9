/** How the tables write what the contract says in another form: see schema.ts. */

/** A time as answers write it. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A time that may be absent, which is stored as 0. */
export const isoTimeOrNull = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : isoTime(milliseconds);

/** The word of a stored rank. */
export const wordAt = <Word extends string>(words: readonly Word[], rank: number): Word => {
  const word = words[rank];
  if (word === undefined) throw new RangeError(`The store holds rank ${rank}, which is none of ${words.join(', ')}.`);
  return word;
};

/** The stored rank of a word. */
export const rankOf = <Word extends string>(words: readonly Word[], word: Word): number => words.indexOf(word);
