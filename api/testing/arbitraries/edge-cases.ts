import fc from 'fast-check';
import { anyString } from './texts.ts';

/** Edge-case values that break parsers. As on the wire, one character of a string is one byte. */

/** Generates usual values, and on average one edge case for every `weight` usual values. */
export const mostly = <T>(usual: fc.Arbitrary<T>, edgeCases: fc.Arbitrary<T>, weight = 6): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: edgeCases });

/** Encodes a string as UTF-8, one character per byte. */
export const toByteString = (text: string): string => Buffer.from(text).toString('latin1');

const anyBytes = fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes).toString('latin1'));

/** NUL, a lone surrogate, a truncated character and overlong UTF-8, percent-encoded and raw. */
const badText = '%00 %ed%a0%80 %e2%82 %c0%af \0 \xed\xa0\x80 \xe2\x82 \xc0\xaf'.split(' ');
const badEncodings = '% %zz %ff %f4%90%80%80 %25%30%30 %u0041 %2F %0d%0a'.split(' ');
const badBytes = '\x01 \x7f \x80 \xff\xfe \xef\xbb\xbf \t " \\ # ? & ;'.split(' ');
const words = '__proto__ constructor toString null undefined NaN me recently_closed starred . .. *'.split(' ');
const numbers = `0 -0 -1 1e999 0x10 1.5 2147483648 9007199254740993 ${'9'.repeat(20)} ${'9'.repeat(400)}`.split(' ');
const engines = ["' or 1=1 --", '_', '$1', '?1', '{"a":1}', '[]', '<script>', '\\u0000', 'NEAR(a b)', 'a:*', '', ' '];
const dates = '0000-00-00 2026-11-21 99999-01-01 2026-13-45T25:61:61Z -1-01-01T00:00:00Z 9999-12-31T23:59:59Z'.split(
  ' ',
);

const fixed = [...badEncodings, ...badBytes, ...words, ...numbers, ...engines, ...dates];

/** True for the fixed edge-case values. They are sent everywhere, so they are never secrets. */
export const isEdgeCase = (text: string): boolean => fixed.includes(text);

/** An edge-case value for any part of a request, one character per byte. */
export const edgeCaseValues: fc.Arbitrary<string> = fc.oneof(
  anyBytes,
  fc.constantFrom(...badText),
  fc.constantFrom(...fixed),
  anyString({ maxLength: 20 }).map(encodeURIComponent),
  anyString({ maxLength: 20 }).map(toByteString),
);

/** JSON texts, some malformed: any value, and known edge cases. */
export const edgeCaseJson: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 3 }).map(toByteString),
  fc.constantFrom(
    ...`1e999 -1e999 1e-999 -0 ${'9'.repeat(400)} null NaN 01 'a' "x {"a":1,"a":2} {"a":1,}`.split(' '),
    ...[
      '"\\u0000"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '""',
      toByteString('"\u2028"'),
      '\xff',
      '"\xff"',
      '\xef\xbb\xbf{}',
    ],
    ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ...[`${'['.repeat(40)}${']'.repeat(40)}`, '['.repeat(5000)],
  ),
  anyBytes,
);
