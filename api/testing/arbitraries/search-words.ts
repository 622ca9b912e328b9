import fc from 'fast-check';

/** What engines take for operators, and what stands between words. */
const operators = [
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR/2',
  '^',
  '*',
  ':',
  '-',
  '+',
  '(',
  ')',
  '{',
  '}',
  '&',
  '|',
  '!',
  '<',
  '>',
  '<->',
  '~',
  "'",
];
const separators = [' ', '  ', '-', '.', '…', '\u00a0', '🎫', '_', '\u{e000}', '\n', '"', "'"];

/** Words of several scripts, in forms that differ only in what does not count, and some that are alike but differ. */
const words = [
  ...[
    'straße',
    'STRASSE',
    'Strasse',
    'ΟΔΟΣ',
    'οδος',
    'ὁδός',
    'résumé',
    'RESUME',
    're\u0301sume\u0301',
    'ﬁle',
    'file',
    'FILE',
  ],
  ...[
    '１２',
    '12',
    'Ⅷ',
    'viii',
    'x²',
    'x2',
    'İstanbul',
    'istanbul',
    'ısı',
    'isi',
    'Привет',
    'привёт',
    '東京',
    '한국',
    '한국',
    'नमस्ते',
  ],
  ...[
    'words',
    'facet',
    's0',
    'p1',
    'a',
    'b',
    'A',
    'ab',
    'near',
    'and',
    'null',
    'ǆ',
    'ǅ',
    'ẞ',
    'ß',
    'ss',
    'Σ',
    'ς',
    'ﷺ',
    '㌀',
  ],
];

/** Text in which those words, separators and operators stand in any order, or any text at all. */
export const searchTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: joined(fc.oneof(fc.constantFrom(...words), fc.constantFrom(...operators))) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
);

/** Queries: a few of those words, some quoted, some between operators; or any text. */
export const searchQueries: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: joined(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.constantFrom(...operators)), 3),
  },
  { weight: 1, arbitrary: joined(fc.constantFrom(...operators), 4) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
);

function joined(parts: fc.Arbitrary<string>, maxLength = 8): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(parts, fc.oneof({ weight: 4, arbitrary: fc.constant(' ') }, fc.constantFrom(...separators))), {
      minLength: 1,
      maxLength,
    })
    .map(pairs => pairs.map(pair => pair.join('')).join(''));
}
