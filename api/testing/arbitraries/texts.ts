import fc from 'fast-check';
import { tagPattern } from '#contract/tag-pattern';

const surrogates = 0xd800;
const surrogateCount = 0x800;

/** Any Unicode character except surrogates. fast-check's `binary` takes a second to build its table. */
const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - surrogateCount).map(
  index => String.fromCodePoint(index < surrogates ? index : index + surrogateCount),
  character => {
    const codePoint = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    const isOne = codePoint >= 0 && String.fromCodePoint(codePoint) === character && character.isWellFormed();
    if (!isOne) throw new Error('Not exactly one Unicode character.');
    return codePoint < surrogates ? codePoint : codePoint - surrogateCount;
  },
);

export const anyString = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });

/** Strings of any Unicode characters, and of graphemes. */
const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    anyString({ minLength, maxLength }),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.floor(maxLength / 4)) }),
  );

/** The longest texts, whose lengths in bytes and UTF-16 units differ widely. */
const longest = (max: number): string[] => ['x', 'é', '漢', '🌟'].map(character => character.repeat(max));

/** Replaces characters that the contract rejects. */
const replaceInvalid = (pattern: RegExp) => (text: string) => text.replaceAll(pattern, '☃');

/** Valid multi-line texts of `min` to `max` code points, including both limits. */
export const texts = (max: number, min = 0): fc.Arbitrary<string> => within(max, min).map(replaceInvalid(/\0/g));

/** Valid single-line texts. */
export const lines = (max: number, min = 0): fc.Arbitrary<string> =>
  within(max, min).map(replaceInvalid(/[\p{Cc}\u2028\u2029]/gu));

const within = (max: number, min: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: anyText(min, Math.min(max, 30)) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(min), ...longest(max)) },
  );

/** Valid gist file names, including special names of JavaScript and file systems; `__proto__` is reserved. */
export const fileNames: fc.Arbitrary<string> = fc.oneof(
  lines(255, 1).map(replaceInvalid(/\/|^__proto__$/g)),
  fc.constantFrom('constructor', '__proto', 'toString', '0', '10', '.', '..', ' ', 'a.b.c', '%2F', '\\', '"', '\u2028'),
);

export const tags: fc.Arbitrary<string> = fc.stringMatching(tagPattern);
