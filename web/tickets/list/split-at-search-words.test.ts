import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitAtSearchWords } from './split-at-search-words.ts';

const shown = (text: string, search: string): string =>
  splitAtSearchWords(text, search)
    .map(part => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

describe('splitAtSearchWords', () => {
  const examples: [text: string, search: string, shown: string][] = [
    ['Charged twice for the November invoice', 'invoice TWICE', 'Charged [twice] for the November [invoice]'],
    ['Invoices', 'invoice', 'Invoices'],
    ['Invoices of the invoicing', 'the invoi*', '[Invoices] of [the] [invoicing]'],
    ['Remboursement du siège', 'siege', 'Remboursement du [siège]'],
    ['Die Straße', 'STRASSE', 'Die [Straße]'],
    ['Error 500: "late invoice"', '"late invoice"', 'Error 500: "[late] [invoice]"'],
    ['a+b', '+', 'a+b'],
    ['', 'x', ''],
  ];
  for (const [text, search, expected] of examples) {
    it(`marks "${expected}" for the search "${search}"`, () => assert.equal(shown(text, search), expected));
  }

  it('preserves the text for any search', () => {
    const texts = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(texts, texts, (text, search) => {
        assert.equal(
          splitAtSearchWords(text, search)
            .map(part => part.text)
            .join(''),
          text,
        );
      }),
    );
  });
});
