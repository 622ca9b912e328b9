import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Colleague } from '../../../people/queries.ts';
import { findMentions, findTypedMention, matchPeople } from './find-mentions.ts';

const createPerson = (id: string, name: string, more: Partial<Colleague> = {}): Colleague => ({
  ...{ id, name, role: 'agent', disabled: false, kind: 'person' },
  ...more,
});
const people = [
  createPerson('1', 'Mara Okafor'),
  createPerson('2', 'Inês Duarte'),
  createPerson('3', 'Mara'),
  createPerson('4', 'Tom', { disabled: true }),
  createPerson('5', 'Support', { kind: 'mailbox' }),
];
const getIds = (found: readonly Colleague[]): string[] => found.map(({ id }) => id);

describe('findMentions', () => {
  const notes: [text: string, ids: string[]][] = [
    ['@Mara Okafor, please call @Inês Duarte.', ['1', '2']],
    ['@Mara and @Mara Okafor', ['3', '1']],
    ['Ask @Inês Duarte', ['2']],
    ['Mara Okafor called', []],
    ['@Inês Duartes', []],
    ['@Tom and @Support', []],
    ['Write to info@Mara or info@Inês Duarte', []],
    ['(@Mara), **@Inês Duarte** @Mara Okafor', ['3', '2', '1']],
  ];
  for (const [text, ids] of notes)
    it(`returns [${ids}] for "${text}"`, () => assert.deepEqual(findMentions(text, people), ids));

  it('returns the first 20 people', () => {
    const many = Array.from({ length: 21 }, (_, index) => createPerson(String(index), `Person ${index}`));
    const text = many.map(({ name }) => `@${name}`).join(', ');
    assert.deepEqual(findMentions(text, many), getIds(many.slice(0, 20)));
  });
});

describe('findTypedMention', () => {
  const texts: [text: string, query: string | null][] = [
    ['@', ''],
    ['Please ask @in', 'in'],
    ['Please ask @mara ok', 'mara ok'],
    ['amelie@atelier', null],
    ['amelie@atelier, ask @in', 'in'],
    ['**@ma', 'ma'],
    ['@mara okafor will', null],
    ['nothing', null],
  ];
  for (const [text, query] of texts)
    it(`returns ${query} for "${text}"`, () => assert.equal(findTypedMention(text, text.length)?.query ?? null, query));
});

describe('matchPeople', () => {
  const queries: [query: string, ids: string[]][] = [
    ['', ['1', '2', '3']],
    ['mar', ['1', '3']],
    ['ines', ['2']],
    ['mo', ['1']],
    ['dua', ['2']],
    ['supp', []],
  ];
  for (const [query, ids] of queries)
    it(`returns [${ids}] for "${query}"`, () => assert.deepEqual(getIds(matchPeople(people, query)), ids));
});
