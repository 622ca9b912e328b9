import fc from 'fast-check';

/** Things that break parsers, each as the bytes it is on the wire: strings in which one character is one byte. */

/** A text in UTF-8, one character a byte. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Any bytes at all. */
const anyBytes = fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes).toString('latin1'));

const badEncodings = ['%', '%zz', '%ff', '%00', '%c0%af', '%ed%a0%80', '%f4%90%80%80', '%e2%82', '%25%30%30', '%u0041'];
const badBytes = [
  '\0',
  '\x01',
  '\x7f',
  '\x80',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '\t',
  ' ',
  '"',
  '\\',
  '#',
  '?',
  '&',
  ';',
];
const words = [
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'me',
  'recently_closed',
  'starred',
  '.',
  '..',
  '*',
];
const numbers = [
  '0',
  '-0',
  '-1',
  '1e999',
  '0x10',
  '1.5',
  '9'.repeat(20),
  '9'.repeat(400),
  '2147483648',
  '9007199254740993',
];
const engines = [
  "' or 1=1 --",
  '%',
  '_',
  '$1',
  '?1',
  '{"a":1}',
  '[]',
  '<script>',
  '\\u0000',
  '\\ud800',
  'NEAR(a b)',
  'a:*',
];
const dates = [
  '0000-00-00',
  '2026-11-21',
  '99999-01-01',
  'Sat, 21 Nov 2026 00:00:00 GMT',
  '2026-13-45T25:61:61Z',
  '-1-01-01T00:00:00Z',
];

/** A value for anywhere, in the bytes of the wire. */
export const oddValues: fc.Arbitrary<string> = fc.oneof(
  anyBytes,
  fc.constantFrom(...badEncodings, ...badBytes, ...words, ...numbers, ...engines, ...dates, ''),
  fc.string({ unit: 'binary', maxLength: 20 }).map(text => encodeURIComponent(text)),
  fc.string({ unit: 'binary', maxLength: 20 }).map(asBytes),
);

/** JSON as text, some of it only almost: any value, and those that programs stumble over. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 3 }).map(asBytes),
  fc.constantFrom(
    ...['1e999', '-1e999', '1e-999', '-0', '9'.repeat(400), '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '""', 'null'],
    ...[
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":1}}',
      '{"a":1,"a":2}',
      'NaN',
      "'a'",
      '01',
      '{"a":1,}',
      asBytes('"\u2028"'),
    ],
    ...[
      '['.repeat(40) + ']'.repeat(40),
      '['.repeat(5000),
      `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
      '"x',
      '\xff',
      '\xef\xbb\xbf{}',
    ],
  ),
  anyBytes,
);
