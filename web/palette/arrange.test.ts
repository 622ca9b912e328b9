import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { find, offer, ticketNumberOf } from './arrange.ts';
import type { Entry } from './entry.ts';
import { parseRecent, withRecent } from './recent.ts';

const entry = (id: string, section: string, label: string, more: Partial<Entry> = {}): Entry => ({
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
  entry('urgent', 'Ticket', 'Set priority to Urgent', { quiet: true }),
  entry('inbox', 'Go to', 'Go to open tickets'),
  entry('sign-out', 'Desk', 'Sign out', { hidden: 'log out exit' }),
];

describe('the palette without a query', () => {
  it('shows recent entries, then the others by section, without quiet ones', () => {
    const titles = offer(entries, ['urgent', 'gone', 'close']).map(({ title, entries: some }) => [
      title,
      ...some.map(({ id }) => id),
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
  const found = (query: string, recent: string[] = []) => find(entries, query, recent).map(({ id }) => id);

  it('finds matching entries, best first, including quiet ones', () => {
    assert.deepEqual(found('urg'), ['urgent']);
    assert.deepEqual(found('log out'), ['sign-out']);
    assert.deepEqual(found('reply now'), []);
  });

  it('requires one of the words in `needs`', () => {
    const tag = [entry('tag', 'Ticket', 'Add tag refund', { needs: 'tag label' })];
    const idsFor = (query: string) => find(tag, query, []).map(({ id }) => id);
    assert.deepEqual(idsFor('refund'), []);
    assert.deepEqual(idsFor('refund tag'), ['tag']);
  });

  it('keeps the order of entries with the same `letters`', () => {
    const choices = ['Urgent', 'High', 'Low'].map(word => entry(word, 'Ticket', `Priority ${word}`, { letters: 8 }));
    assert.deepEqual(
      find(choices, 'prio', []).map(({ id }) => id),
      ['Urgent', 'High', 'Low'],
    );
  });

  it('ranks recent entries before equal matches', () => {
    assert.deepEqual(found('to', ['urgent']), ['urgent', 'inbox']);
    assert.deepEqual(found('to', ['inbox', 'urgent']), ['inbox', 'urgent']);
  });
});

describe('ticketNumberOf', () => {
  it('accepts a number with or without #', () => {
    assert.equal(ticketNumberOf('#1042'), '1042');
    assert.equal(ticketNumberOf(' 007 '), '7');
    for (const text of ['', '#', '0', '10 42', '1042a', '1'.repeat(13)]) assert.equal(ticketNumberOf(text), null, text);
  });
});

describe('recent entries', () => {
  it('are unique, newest first, at most twelve', () => {
    assert.deepEqual(withRecent(['a', 'b'], 'b'), ['b', 'a']);
    assert.equal(withRecent(Array.from({ length: 12 }, String), 'new').length, 12);
  });

  it('ignore invalid stored values', () => {
    assert.deepEqual(parseRecent('["a", 7, null, "b"]'), ['a', 'b']);
    for (const stored of [null, '', '{', '{}', 'null', '"a"']) assert.deepEqual(parseRecent(stored), []);
  });
});
