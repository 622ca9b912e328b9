import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseSearchQuery, textBoundary, tokenize, toSearchText } from './tokenize.ts';

describe('tokenizing a text', () => {
  it('folds case, accents, width and ligatures', () => {
    assert.deepEqual(tokenize('Crème BRÛLÉE ﬁn Ｗｉｄｅ'), ['creme', 'brulee', 'fin', 'wide']);
  });

  it('folds ß to ss, and ς to σ at any position', () => {
    assert.deepEqual(tokenize('Straße STRASSE'), ['strasse', 'strasse']);
    assert.deepEqual(tokenize('ΟΔΟΣ.Α οδος'), ['οδοσ', 'α', 'οδοσ']);
  });

  it('returns the same words for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        assert.deepEqual(tokenize(text.normalize('NFC')), tokenize(text.normalize('NFD')));
      }),
    );
  });

  it('returns words of letters and digits that fold to themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const word of tokenize(text)) {
          assert.match(word, /^[\p{L}\p{N}]+$/u);
          assert.deepEqual(tokenize(word), [word]);
        }
      }),
    );
  });
});

describe('search text', () => {
  it('separates texts, so that no phrase spans two of them', () => {
    assert.equal(toSearchText(['Two words', null, '…', 'Third']), `two words ${textBoundary} third`);
  });
});

describe('parsing a query', () => {
  it('splits words and quoted phrases; an unclosed quote runs to the end', () => {
    assert.deepEqual(parseSearchQuery('late "Second Invoice" now "to the'), [
      ['late'],
      ['second', 'invoice'],
      ['now'],
      ['to', 'the'],
    ]);
  });

  it('treats operators of the search engines as plain text', () => {
    assert.deepEqual(parseSearchQuery('NEAR(a* OR b) -c:d ^e & f | g <-> h'), [
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
    assert.deepEqual(parseSearchQuery('"!?" … ---'), []);
  });
});
