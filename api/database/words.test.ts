import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boundary, parseQuery, searchText, wordsOf } from './words.ts';

describe('tokenizing a text', () => {
  it('folds case, accents, width and ligatures', () => {
    assert.deepEqual(wordsOf('Crème BRÛLÉE ﬁn Ｗｉｄｅ'), ['creme', 'brulee', 'fin', 'wide']);
  });

  it('folds ß to ss, and ς to σ at any position', () => {
    assert.deepEqual(wordsOf('Straße STRASSE'), ['strasse', 'strasse']);
    assert.deepEqual(wordsOf('ΟΔΟΣ.Α οδος'), ['οδοσ', 'α', 'οδοσ']);
  });

  it('returns the same words for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        assert.deepEqual(wordsOf(text.normalize('NFC')), wordsOf(text.normalize('NFD')));
      }),
    );
  });

  it('returns words of letters and digits that fold to themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const word of wordsOf(text)) {
          assert.match(word, /^[\p{L}\p{N}]+$/u);
          assert.deepEqual(wordsOf(word), [word]);
        }
      }),
    );
  });
});

describe('search text', () => {
  it('separates texts, so that no phrase spans two of them', () => {
    assert.equal(searchText(['Two words', null, '…', 'Third']), `two words ${boundary} third`);
  });
});

describe('parsing a query', () => {
  it('splits words and quoted phrases; an unclosed quote runs to the end', () => {
    assert.deepEqual(parseQuery('late "Second Invoice" now "to the'), [
      ['late'],
      ['second', 'invoice'],
      ['now'],
      ['to', 'the'],
    ]);
  });

  it('treats operators of the search engines as plain text', () => {
    assert.deepEqual(parseQuery('NEAR(a* OR b) -c:d ^e & f | g <-> h'), [
      ['near'],
      ['a'],
      ['or'],
      ['b'],
      ['c'],
      ['d'],
      ['e'],
      ['f'],
      ['g'],
      ['h'],
    ]);
  });

  it('returns no phrases for punctuation alone', () => {
    assert.deepEqual(parseQuery('"!?" … ---'), []);
  });
});
