/**
 * Finds a short subsequence that still fails. Removes the moves after the failure first, then halves, quarters and so on
 * (A. Zeller, "Yesterday, my program worked", 1999).
 * @param fails returns the index at which a subsequence fails, or null
 * @param isOver stops early
 */
export const shorten = async (
  places: readonly number[],
  fails: (places: readonly number[]) => Promise<number | null>,
  isOver: () => boolean,
): Promise<readonly number[]> => {
  let shortest = places;
  for (let size = Math.ceil(places.length / 2); size >= 1 && !isOver(); size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && !isOver(); ) {
      const fewer = shortest.filter((_, index) => index < at || index >= at + size);
      const failed = await fails(fewer);
      if (failed === null) at += size;
      else shortest = fewer.filter(place => place <= failed);
    }
  }
  return shortest;
};
