import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPrefixQuery, toSearchText } from './prefix-query.ts';

const typed: [text: string, query: string][] = [
  ['invoi', 'invoi*'],
  ['the invoí', 'the invoí*'],
  ['#1042', '#1042*'],
  ['zoe@ecole.example', 'zoe@ecole.example*'],
  ['invoice ', 'invoice '],
  ['invoice.', 'invoice.'],
  ['"late invoi', '"late invoi'],
  ['"late invoice" no', '"late invoice" no*'],
  ['', ''],
];

for (const [text, query] of typed) {
  it(`converts “${text}” to “${query}” and back`, () => {
    assert.equal(toPrefixQuery(text), query);
    assert.equal(toSearchText(query), text);
  });
}
