/** Formats a stored time as in API responses. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Formats a stored time; 0 means a missing time. */
export const isoTimeOrNull = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : isoTime(milliseconds);

/** Decodes an enum column, which stores the index of its word in the contract's vocabulary. */
export const decodeEnum = <Word extends string>(words: readonly Word[], rank: number): Word => {
  const word = words[rank];
  if (word === undefined)
    throw new RangeError(`Invalid enum index ${rank} in the store; expected an index into ${words.join(', ')}.`);
  return word;
};

/** Encodes a word as its index in the contract's vocabulary. */
export const encodeEnum = <Word extends string>(words: readonly Word[], word: Word): number => words.indexOf(word);
