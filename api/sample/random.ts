/** A seeded source of random choices, the same on every machine. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** Picks an item with uniform probability. @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item;
  /** Picks an item by Zipf's law. The first item is by far the most frequent, the last is rare. @throws RangeError */
  pickSkewed<Item>(items: readonly Item[]): Item;
};

/** Above 1, as in natural text. The frequencies of 200 words then range from 1 in 4 to 3 in 10,000. */
const zipfExponent = 1.35;

/** Creates a source of random choices (Mulberry32) from an integer seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const at = <Item>(items: readonly Item[], index: number): Item => {
    if (items.length === 0) throw new RangeError('cannot pick from an empty list');
    return items[index] as Item;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: items => at(items, Math.floor(next() * items.length)),
    pickSkewed: items => {
      // The inverse of the distribution function whose density is proportional to rank ** -zipfExponent.
      const min = (items.length + 1) ** (1 - zipfExponent);
      return at(items, Math.floor((1 - next() * (1 - min)) ** (1 / (1 - zipfExponent))) - 1);
    },
  };
}
