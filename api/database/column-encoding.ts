/** Formats a stored time as in API responses. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Formats a stored time; null for 0, which means a missing time. */
export const isoTimeOrNull = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : isoTime(milliseconds);

/**
 * Decodes an enum column, which stores the index of its value in the contract's list.
 * @throws RangeError for an index outside of the list
 */
export const decodeEnum = <Value extends string>(values: readonly Value[], index: number): Value => {
  const value = values[index];
  if (value === undefined)
    throw new RangeError(`Invalid enum index ${index} in the store; expected an index into ${values.join(', ')}.`);
  return value;
};

/** Encodes a value as its index in the contract's list. */
export const encodeEnum = <Value extends string>(values: readonly Value[], value: Value): number =>
  values.indexOf(value);
