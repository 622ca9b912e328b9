import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wordsOf } from './text-difference.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c ', ' d', '\n'), { maxLength: 12 }).map(words => words.join(' '));
const news = (before: string, after: string): string[] =>
  wordsOf(before, after).flatMap(({ words, isNew }) => (isNew ? [words] : []));

describe('a text beside the one before', () => {
  it('has its new words marked', () => {
    assert.deepEqual(
      news('Charged twice', 'Charged twice in November'),
      [' in November'].map(words => words.trimStart()),
    );
    assert.deepEqual(news('Charged twice for the invoice', 'Charged three times for the invoice'), ['three times ']);
    assert.deepEqual(news('the same', 'the same'), []);
  });

  it('is not marked all over where there was none, or one too long to compare', () => {
    assert.deepEqual(news('', 'all of it'), []);
    assert.deepEqual(news('a '.repeat(700), 'b '.repeat(700)), []);
  });

  it('is whole in its pieces, with what begins them', () =>
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordsOf(before, after);
        if (after.trim() !== '') assert.equal(pieces.map(({ words }) => words).join(''), after);
        for (const { words, at } of pieces) assert.equal(after.slice(at, at + words.length), words);
      }),
    ));
});
