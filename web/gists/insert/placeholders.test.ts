import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findPlaceholder, splitAtPlaceholders } from './placeholders.ts';

const wordsOf = (text: string): string[] =>
  splitAtPlaceholders(text).flatMap(piece => (piece.isPlaceholder ? [piece.text] : []));

describe('a placeholder', () => {
  it('is a name or a few words in braces', () => {
    assert.deepEqual(wordsOf('Hi {name}, {card or account} · {Straße_2}'), [
      '{name}',
      '{card or account}',
      '{Straße_2}',
    ]);
  });

  it('is nothing that code or a sum has in braces', () => {
    for (const text of ['{}', '{ "a": 1 }', '{1}', '{a: b}', '{a\nb}', '{a.b}', '{{'])
      assert.deepEqual(wordsOf(text), [], text);
  });

  it('is found from an offset on', () => {
    assert.deepEqual(findPlaceholder('Hi {name}, {invoice}', 0), { start: 3, end: 9 });
    assert.deepEqual(findPlaceholder('Hi {name}, {invoice}', 4), { start: 11, end: 20 });
    assert.equal(findPlaceholder('Hi {name}, {invoice}', 12), null);
  });

  it('splits a text of which nothing is lost', () => {
    const text = fc.array(fc.constantFrom('{', '}', 'a', ' ', '{name}', '\n', 'é')).map(parts => parts.join(''));
    fc.assert(
      fc.property(
        text,
        it =>
          splitAtPlaceholders(it)
            .map(piece => piece.text)
            .join('') === it,
      ),
    );
  });
});
