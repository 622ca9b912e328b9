import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '#contract';
import { newerThan, placeToStart } from './place.ts';

type Item = Pick<Message, 'type' | 'direction'>;
const note: Item = { type: 'note', direction: 'out' };
const kinds: Readonly<Record<string, Item>> = {
  i: { type: 'reply', direction: 'in' },
  o: { type: 'reply', direction: 'out' },
};
const threadOf = (letters: string): Item[] => [...letters].map(letter => kinds[letter] ?? note);

describe('a thread opens at', () => {
  const cases: [thread: string, index: number, why: string][] = [
    ['', -1, 'nothing'],
    ['i', 0, 'its only message'],
    ['iono', 3, 'our last reply, when nothing came since'],
    ['ioii', 2, 'the first message since our last reply'],
    ['ioni', 2, 'the note since our last reply'],
    ['iiii', 3, 'the newest, when we never replied'],
    ['oiiiii', 1, 'the first of five'],
    ['oiiiiii', 6, 'the newest of six'],
  ];
  for (const [thread, index, why] of cases) it(why, () => assert.equal(placeToStart(threadOf(thread)), index));
});

describe('what is new in a thread', () => {
  const messages = ['1', '2', '3', '4'].map(id => ({ id }));
  const idsOf = (known: string[]) => newerThan(messages, new Set(known)).map(({ id }) => id);

  it('comes after what was known', () => {
    assert.deepEqual(idsOf(['1', '2']), ['3', '4']);
    assert.deepEqual(idsOf(['4']), []);
  });

  it('is not what was before it, nor what takes the place of one that is gone', () => {
    assert.deepEqual(idsOf(['3', '4']), []);
    assert.deepEqual(idsOf(['3', '9']), ['4']);
  });

  it('is everything where nothing was known', () => assert.deepEqual(idsOf([]), ['1', '2', '3', '4']));
});
