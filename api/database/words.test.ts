import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boundary, parseQuery, searchText, wordsOf } from './words.ts';

describe('the words of a text', () => {
  it('are folded: case, accents, width and ligatures do not tell words apart', () => {
    assert.deepEqual(wordsOf('Crème BRÛLÉE ﬁn Ｗｉｄｅ'), ['creme', 'brulee', 'fin', 'wide']);
  });

  it('are case-folded, which is more than lower case: ß is ss, and ς is σ wherever it stands', () => {
    assert.deepEqual(wordsOf('Straße STRASSE'), ['strasse', 'strasse']);
    assert.deepEqual(wordsOf('ΟΔΟΣ.Α οδος'), ['οδοσ', 'α', 'οδοσ']);
  });

  it('are the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        assert.deepEqual(wordsOf(text.normalize('NFC')), wordsOf(text.normalize('NFD')));
      }),
    );
  });

  it('hold letters and digits only, and fold to themselves', () => {
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
  it('keeps texts apart, so that no phrase spans two of them', () => {
    assert.equal(searchText(['Two words', null, '…', 'Third']), `two words ${boundary} third`);
  });
});

describe('a query', () => {
  it('is words and quoted phrases; an unclosed quote runs to the end', () => {
    assert.deepEqual(parseQuery('late "Second Invoice" now "to the'), [
      ['late'],
      ['second', 'invoice'],
      ['now'],
      ['to', 'the'],
    ]);
  });

  it('takes every operator of an engine as plain text', () => {
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

  it('of punctuation alone has no words', () => {
    assert.deepEqual(parseQuery('"!?" … ---'), []);
  });
});
