import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaletteEntry } from './entry.ts';
import { addRecent, parseRecent } from './recent-entries.ts';
import { getDefaultSections, parseTicketNumber, searchEntries } from './search-entries.ts';

const entry = (id: string, section: string, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  section,
  label,
  icon: 'star',
  run: () => undefined,
  ...more,
});

const entries = [
  entry('reply', 'Ticket', 'Reply'),
  entry('close', 'Ticket', 'Close the ticket'),
  entry('urgent', 'Ticket', 'Set priority to Urgent', { isSearchOnly: true }),
  entry('inbox', 'Go to', 'Go to open tickets'),
  entry('sign-out', 'Desk', 'Sign out', { synonyms: 'log out exit' }),
];

describe('the palette without a query', () => {
  it('shows recent entries, then all other entries that are not search-only, by section', () => {
    const titles = getDefaultSections(entries, ['urgent', 'unknown', 'close']).map(({ title, entries: shown }) => [
      title,
      ...shown.map(({ id }) => id),
    ]);
    assert.deepEqual(titles, [
      ['Recent', 'urgent', 'close'],
      ['Ticket', 'reply'],
      ['Go to', 'inbox'],
      ['Desk', 'sign-out'],
    ]);
  });
});

describe('the palette search', () => {
  const findIds = (query: string, recent: string[] = []) => searchEntries(entries, query, recent).map(({ id }) => id);

  it('finds entries by label or synonym, including search-only entries', () => {
    assert.deepEqual(findIds('urg'), ['urgent']);
    assert.deepEqual(findIds('log out'), ['sign-out']);
    assert.deepEqual(findIds('reply now'), []);
  });

  it('finds an entry only by a query with one of its required words', () => {
    const tag = [entry('tag', 'Ticket', 'Add tag refund', { requiredWords: 'tag label' })];
    const idsFor = (query: string) => searchEntries(tag, query, []).map(({ id }) => id);
    assert.deepEqual(idsFor('refund'), []);
    assert.deepEqual(idsFor('refund tag'), ['tag']);
  });

  it('preserves the order of entries with the same rank length', () => {
    const choices = ['Urgent', 'High', 'Low'].map(word => entry(word, 'Ticket', `Priority ${word}`, { rankLength: 8 }));
    assert.deepEqual(
      searchEntries(choices, 'prio', []).map(({ id }) => id),
      ['Urgent', 'High', 'Low'],
    );
  });

  it('ranks recent entries before equal matches', () => {
    assert.deepEqual(findIds('to', ['urgent']), ['urgent', 'inbox']);
    assert.deepEqual(findIds('to', ['inbox', 'urgent']), ['inbox', 'urgent']);
  });
});

describe('parseTicketNumber', () => {
  it('returns a number with or without #, and null for other queries', () => {
    assert.equal(parseTicketNumber('#1042'), '1042');
    assert.equal(parseTicketNumber(' 007 '), '7');
    for (const text of ['', '#', '0', '10 42', '1042a', '1'.repeat(13)])
      assert.equal(parseTicketNumber(text), null, text);
  });
});

describe('recent entries', () => {
  it('are unique, newest first, at most twelve', () => {
    assert.deepEqual(addRecent(['a', 'b'], 'b'), ['b', 'a']);
    assert.equal(addRecent(Array.from({ length: 12 }, String), 'new').length, 12);
  });

  it('ignore invalid stored values', () => {
    assert.deepEqual(parseRecent('["a", 7, null, "b"]'), ['a', 'b']);
    for (const stored of [null, '', '{', '{}', 'null', '"a"']) assert.deepEqual(parseRecent(stored), []);
  });
});
