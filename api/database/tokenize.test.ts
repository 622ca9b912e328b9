import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { textBoundary, tokenize, toSearchText } from './tokenize.ts';

// testing/properties/search.test.ts compares words, phrases and queries with the documented rule.

it('tokenize returns words that consist of letters and digits and fold to themselves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      for (const word of tokenize(text)) {
        assert.match(word, /^[\p{L}\p{N}]+$/u);
        assert.deepEqual(tokenize(word), [word]);
      }
    }),
  );
});

it('search text separates texts, so that no phrase spans two of them', () => {
  assert.equal(toSearchText(['Two words', null, '…', 'Third']), `two words ${textBoundary} third`);
});
