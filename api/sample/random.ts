/** Repeatable chance: the same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** One of the items, each as likely as the next. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of the items by Zipf's law: the first is by far the most frequent, the last is rare. */
  pickSkewed<Item>(items: readonly Item[]): Item;
};

/** Above 1, as in natural text; 200 words then range from a quarter of all to 3 in 10,000. */
const zipfExponent = 1.35;

/** A generator of 32-bit numbers (Mulberry32: one addition and a few mixing steps), seeded by a whole number. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const at = <Item>(items: readonly Item[], index: number): Item => {
    if (items.length === 0) throw new RangeError('there is nothing to choose from');
    return items[index] as Item;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: items => at(items, Math.floor(next() * items.length)),
    pickSkewed: items => {
      // The inverse of a distribution function whose density falls with rank ** -zipfExponent.
      const least = (items.length + 1) ** (1 - zipfExponent);
      return at(items, Math.floor((1 - next() * (1 - least)) ** (1 / (1 - zipfExponent))) - 1);
    },
  };
}
