import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseSearchQuery, tokenize } from '../../database/tokenize.ts';
import { queriesFor, searchTexts } from '../../testing/arbitraries/search-words.ts';
import { matchesQuery } from '../../testing/properties/search-rule.ts';
import { createSnippet } from './snippet.ts';

const createFor = (q: string, ...texts: string[]) =>
  createSnippet(
    texts.map(text => ({ field: 'message', text })),
    parseSearchQuery(q),
  );

/** Returns the snippet with its matches in brackets. */
const mark = (q: string, ...texts: string[]) =>
  createFor(q, ...texts)
    .snippet?.parts.map(({ text, match }) => (match ? `[${text}]` : text))
    .join('');

describe('a snippet', () => {
  it('marks the matches of words, prefixes and phrases in the original spelling', () => {
    assert.equal(mark('strasse "two words"', 'Two\n  words: Straße'), '[Two words]: [Straße]');
    assert.equal(mark('inv* no', 'INVOICES <b>no</b>'), '[INVOICES] <b>[no]</b>');
    assert.equal(mark('zoe@ecole.example', 'Zoe: zoé@École.example'), 'Zoe: [zoé@École.example]');
    assert.equal(mark('missing', 'A text'), undefined);
  });

  it('is an excerpt around the terms, from the text with the most terms', () => {
    const filler = 'word '.repeat(100);
    assert.equal(mark('red blue', 'red', `blue ${filler}red, blue`), `…${'word '.repeat(3)}[red], [blue]`);
    const cut = mark('red', `${filler}red ${filler}`) ?? '';
    assert.match(cut, /^…(word ){3}\[red\] (word )+word…$/);
    assert.ok(cut.length < 170);
  });

  it('marks only terms, is an excerpt of the text, and is complete exactly when the text matches the query', () => {
    const cases = searchTexts.chain(text => fc.tuple(fc.constant(text), queriesFor([text])));
    fc.assert(
      fc.property(cases, ([text, q]) => {
        const { snippet, isComplete } = createFor(q, text);
        assert.equal(isComplete, matchesQuery(q, [text]));
        for (const { text: marked } of snippet?.parts.filter(({ match }) => match) ?? [])
          assert.ok(parseSearchQuery(q).some(({ phrase }) => tokenize(marked).join(' ').includes(phrase.join(' '))));
        const joined = snippet?.parts.map(part => part.text).join('') ?? '';
        assert.ok(text.replaceAll(/\s+/g, ' ').includes(joined.replaceAll(/^…|…$/g, '')));
      }),
      { numRuns: 300 },
    );
  });
});
