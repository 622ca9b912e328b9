import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPlaceholder, splitAtPlaceholders } from './placeholders.ts';

const findAll = (text: string): string[] =>
  splitAtPlaceholders(text).flatMap(piece => (piece.isPlaceholder ? [piece.text] : []));

describe('a placeholder', () => {
  it('is one or a few words in braces', () => {
    assert.deepEqual(findAll('Hi {name}, {card or account} · {Straße_2}'), [
      '{name}',
      '{card or account}',
      '{Straße_2}',
    ]);
  });

  it('is not code or a number in braces', () => {
    for (const text of ['{}', '{ "a": 1 }', '{1}', '{a: b}', '{a\nb}', '{a.b}', '{{'])
      assert.deepEqual(findAll(text), [], text);
  });

  it('is found after an offset', () => {
    assert.deepEqual(findPlaceholder('Hi {name}, {invoice}', 0), { start: 3, end: 9 });
    assert.deepEqual(findPlaceholder('Hi {name}, {invoice}', 4), { start: 11, end: 20 });
    assert.equal(findPlaceholder('Hi {name}, {invoice}', 12), null);
  });
});
