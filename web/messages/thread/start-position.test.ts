import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '#contract';
import { findNewMessages, findStartIndex } from './start-position.ts';

type Item = Pick<Message, 'type' | 'direction'>;
const note: Item = { type: 'note', direction: 'out' };
const kinds: Readonly<Record<string, Item>> = {
  i: { type: 'reply', direction: 'in' },
  o: { type: 'reply', direction: 'out' },
};
const createThread = (letters: string): Item[] => [...letters].map(letter => kinds[letter] ?? note);

describe('findStartIndex returns the index of', () => {
  const cases: [thread: string, index: number, title: string][] = [
    ['', -1, 'no message (-1) in an empty thread'],
    ['i', 0, 'the only message'],
    ['iono', 3, 'the last outgoing reply if nothing follows it'],
    ['ioii', 2, 'the first message after the last outgoing reply'],
    ['ioni', 2, 'the note after the last outgoing reply'],
    ['iiii', 3, 'the newest message if there is no outgoing reply'],
    ['oiiiii', 1, 'the first of five messages after the outgoing reply'],
    ['oiiiiii', 6, 'the newest of six messages after the outgoing reply'],
  ];
  for (const [thread, index, title] of cases)
    it(title, () => assert.equal(findStartIndex(createThread(thread)), index));
});

describe('findNewMessages', () => {
  const messages = ['1', '2', '3', '4'].map(id => ({ id }));
  const findNewIds = (known: string[]) => findNewMessages(messages, new Set(known)).map(({ id }) => id);

  it('returns the messages after the last known message', () => {
    assert.deepEqual(findNewIds(['1', '2']), ['3', '4']);
    assert.deepEqual(findNewIds(['4']), []);
  });

  it('ignores unknown messages before the last known message, and deleted messages', () => {
    assert.deepEqual(findNewIds(['3', '4']), []);
    assert.deepEqual(findNewIds(['3', '9']), ['4']);
  });

  it('returns all messages if none are known', () => assert.deepEqual(findNewIds([]), ['1', '2', '3', '4']));
});
