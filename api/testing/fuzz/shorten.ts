/**
 * The shortest part of a sequence that still fails, by its places: what comes after the failure goes first, then halves,
 * quarters and so on (A. Zeller, "Yesterday, my program worked", 1999).
 * @param fails the place at which a sequence of these places fails, null when it does not
 * @param isOver whether to be content with what there is
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
