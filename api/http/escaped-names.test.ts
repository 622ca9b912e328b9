import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '#contract/json';

/** Names with an escape, and names with which V8 confuses them (see `parseJson`). */
const names = ['"', '\\', 'a"', 'a\\', '\n', 'é"', ' ', 'a', '1', '__proto__', '=', '0#'];
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...names) },
  fc.string({ unit: fc.constantFrom(...'"\\\na') }),
  fc.string(),
);
const { value } = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.string(), tie('array'), tie('object'), tie('object')),
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(entries => Object.fromEntries(entries)),
  array: fc.array(tie('value'), { maxLength: 3 }),
}));

/** Escapes every character. */
const unicode = (text: string) =>
  [...Array(text.length).keys()].map(at => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

describe('a JSON text', () => {
  it('is parsed with its own member names, regardless of names parsed before', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (written, indent) => {
        const text = JSON.stringify(written, null, indent);
        assert.equal(JSON.stringify(parseJson(text), null, indent), text);
      }),
      { numRuns: 2000 },
    );
  });

  it('may escape every character of a name; the last of two equal names wins', () => {
    for (const each of names) {
      const read = parseJson(`{"b": 0, "${unicode(each)}" : 1, "b": {"\\u0022": 2}}`);
      assert.deepEqual(Object.entries(Object(read)).sort(), [['b', { '"': 2 }] as [string, unknown], [each, 1]].sort());
    }
    assert.deepEqual(parseJson('{"a": 1, "\\u0061": 2}'), { a: 2 });
    assert.deepEqual(parseJson('{"\\u0061": 1, "a": 2}'), { a: 2 });
  });

  it('may be nested to any depth; malformed text is rejected as by JSON.parse', () => {
    const [open, close] = ['{"\\"":['.repeat(60_000), ']}'.repeat(60_000)];
    assert.doesNotThrow(() => parseJson(`${open}1${close}`));
    for (const malformedText of ['{"\\":1}', '{"\\x":1}', '', '{"\\""}', '"'.repeat(500_001), '\\"'.repeat(500_000)])
      assert.throws(() => parseJson(malformedText), SyntaxError);
  });
});
