import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { diffWords } from './diff-words.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c ', ' d', '\n'), { maxLength: 12 }).map(words => words.join(' '));
const getNew = (before: string, after: string): string[] =>
  diffWords(before, after).flatMap(({ text: words, isNew }) => (isNew ? [words] : []));

describe('text compared with its previous version', () => {
  it('has its new words highlighted', () => {
    assert.deepEqual(getNew('Charged twice', 'Charged twice in November'), ['in November']);
    assert.deepEqual(getNew('Charged twice for the invoice', 'Charged three times for the invoice'), ['three times ']);
    assert.deepEqual(getNew('the same', 'the same'), []);
  });

  it('is not highlighted if the previous text is empty', () => {
    assert.deepEqual(getNew('', 'all of it'), []);
  });

  it('is the concatenation of its pieces, each at its offset, unless the text is blank', () =>
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffWords(before, after);
        if (after.trim() !== '') assert.equal(pieces.map(({ text: words }) => words).join(''), after);
        for (const { text: words, at } of pieces) assert.equal(after.slice(at, at + words.length), words);
      }),
    ));
});
