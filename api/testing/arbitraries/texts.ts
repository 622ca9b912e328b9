import fc from 'fast-check';
import { tagPattern } from '#contract/tags';

const surrogates = 0xd800;
const surrogateCount = 0x800;

/**
 * Any character of Unicode but the surrogates, like fast-check's `binary`. That one builds a table of all 1.1 million
 * when it is first used, which takes a second.
 */
const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - surrogateCount).map(
  index => String.fromCodePoint(index < surrogates ? index : index + surrogateCount),
  character => {
    const codePoint = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    const isOne = codePoint >= 0 && String.fromCodePoint(codePoint) === character && character.isWellFormed();
    if (!isOne) throw new Error('This is not one character.');
    return codePoint < surrogates ? codePoint : codePoint - surrogateCount;
  },
);

/** A string of any characters. */
export const anyString = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });

/** All of Unicode, and what people write. */
const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    anyString({ minLength, maxLength }),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.floor(maxLength / 4)) }),
  );

/** The longest texts, which are far apart in bytes and in UTF-16 units. */
const longest = (max: number): string[] => ['x', 'é', '漢', '🌟'].map(character => character.repeat(max));

/** The text with something harmless in place of what the contract refuses. */
const without = (pattern: RegExp) => (text: string) => text.replaceAll(pattern, '☃');

/** Any text of `min` to `max` code points that the contract takes as one of several lines; the limits are among them. */
export const texts = (max: number, min = 0): fc.Arbitrary<string> => within(max, min).map(without(/\0/g));

/** Any text that the contract takes as one line. */
export const lines = (max: number, min = 0): fc.Arbitrary<string> =>
  within(max, min).map(without(/[\p{Cc}\u2028\u2029]/gu));

const within = (max: number, min: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: anyText(min, Math.min(max, 30)) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(min), ...longest(max)) },
  );

/** Any name a file of a gist may have, those that mean something to JavaScript or a file system among them; `__proto__` is reserved. */
export const fileNames: fc.Arbitrary<string> = fc.oneof(
  lines(255, 1).map(without(/\/|^__proto__$/g)),
  fc.constantFrom('constructor', '__proto', 'toString', '0', '10', '.', '..', ' ', 'a.b.c', '%2F', '\\', '"', '\u2028'),
);

/** A tag. */
export const tags: fc.Arbitrary<string> = fc.stringMatching(tagPattern);
