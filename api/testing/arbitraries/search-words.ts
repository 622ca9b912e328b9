import fc from 'fast-check';
import { anyString } from './texts.ts';

/** Operators of the search engines. */
const operators = "AND OR NOT NEAR NEAR/2 ^ * : - + ( ) { } & | ! < > <-> ~ '".split(' ');
const separators = [' ', '  ', '-', '.', '…', '\u00a0', '🎫', '_', '\u{e000}', '\n', '"', "'"];

/** Words of several scripts. Some fold to the same word, others are similar and do not. */
const words = [
  'straße STRASSE Strasse ẞ ß ss ΟΔΟΣ οδος ὁδός Σ ς résumé RESUME re\u0301sume\u0301 ﬁle file FILE １２ 12 Ⅷ viii x² x2',
  'İstanbul istanbul ısı isi Привет привёт 東京 한국 한국 नमस्ते ǆ ǅ ﷺ ㌀ words facet s0 p1 a b A ab near and null',
].flatMap(line => line.split(' '));

const joined = (parts: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> => {
  const separator = fc.oneof({ weight: 4, arbitrary: fc.constant(' ') }, fc.constantFrom(...separators));
  const pairs = fc.array(fc.tuple(parts, separator), { minLength: 1, maxLength });
  return pairs.map(chosen => chosen.map(pair => pair.join('')).join(''));
};

/** Strings of these words, separators and operators in any order, or any string. */
export const searchTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: joined(fc.oneof(fc.constantFrom(...words), fc.constantFrom(...operators)), 8) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
);

const mixed = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.constantFrom(...operators));

/** Adjacent words of a string, as words, as a phrase, or as a reversed phrase. */
const excerpts = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(5), fc.integer({ min: 1, max: 3 }), fc.nat(2))
    .map(([text, at, size, how]) => {
      const some = text.split(/[\s"]+/).slice(at, at + size);
      if (how === 0) return some.join(' ');
      return `"${(how === 1 ? some : some.reverse()).join(' ')}"`;
    });

const beginning = (word: string, cut: number): string => `${[...word].slice(0, 6 - cut).join('')}*`;

const addressesAndNumbers = [
  'zoe.muller@ecole.example',
  'muller@ecole.ex*',
  'X@B.EXAMPLE',
  'b@x.example',
  '@b.example',
  '#2',
  '17',
];

/**
 * Queries for these strings. They are excerpts, words mixed with operators or quotes, beginnings of words, email
 * addresses, numbers, or any string.
 */
export const queriesFor = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: excerpts(texts) },
    { weight: 3, arbitrary: joined(mixed, 3) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...words), fc.nat(4)).map(([word, cut]) => beginning(word, cut)) },
    { weight: 1, arbitrary: fc.constantFrom(...addressesAndNumbers) },
    { weight: 1, arbitrary: joined(fc.constantFrom(...operators), 4) },
    { weight: 1, arbitrary: anyString({ minLength: 1, maxLength: 40 }) },
  );
