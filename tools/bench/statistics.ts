/**
 * Returns the value that a share of all values does not exceed (nearest rank). NaN for no values.
 *
 * @param share 0 to 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the middle two; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (lower + upper) / 2;
}

/**
 * Returns the median ratio of all rounds. Other load affects both sides of a round equally.
 *
 * @param left values by round
 */
export const medianRatio = (left: readonly number[], right: readonly number[]): number =>
  median(left.map((value, round) => value / (right[round] ?? Number.NaN)));
