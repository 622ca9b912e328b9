import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import type { PresenceEntry } from '#contract';
import { defaultStreamLimits } from './event-stream.ts';
import { createPresenceFeed, type PresenceFeed } from './presence-feed.ts';

const viewing = (ticket_id: string, person_id: string): PresenceEntry => ({
  ...{ ticket_id, person_id, mode: 'viewing', since: '2026-11-28T10:00:00.000Z' },
});

describe('the feed of presence', () => {
  let entries: PresenceEntry[] = [];
  let reads = 0;
  let isBroken = false;
  let logged: string[] = [];
  let feed: PresenceFeed;
  let delivered: [ticketId: string, people: string[]][] = [];
  const listener = {
    onPresence(ticketId: string, json: string) {
      const { ticket_id, people } = JSON.parse(json) as { ticket_id: string; people: PresenceEntry[] };
      assert.equal(ticket_id, ticketId);
      delivered.push([ticketId, people.map(({ person_id }) => person_id)]);
    },
  };
  /** Advances the clock by one second, and returns the deliveries since the last call. */
  const tick = async () => {
    mock.timers.tick(999);
    await setImmediate();
    assert.deepEqual(delivered, []);
    mock.timers.tick(1);
    await setImmediate();
    return delivered.splice(0);
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    [entries, reads, isBroken, logged, delivered] = [[], 0, false, [], []];
    const readPresence = async () => {
      reads += 1;
      if (isBroken) throw new Error('The store does not respond.');
      return entries;
    };
    const log = pino({ level: 'warn' }, { write: line => void logged.push(line) });
    feed = createPresenceFeed(readPresence, { log, interval: defaultStreamLimits.presence });
  });
  afterEach(() => mock.timers.reset());

  it('delivers the people on each ticket once a second, if they have changed', async () => {
    entries = [viewing('1', 'ada')];
    await feed.subscribe(listener);
    assert.deepEqual(await tick(), []);
    entries = [viewing('1', 'ada'), viewing('1', 'bob'), viewing('2', 'ada')];
    assert.deepEqual(await tick(), [
      ['1', ['ada', 'bob']],
      ['2', ['ada']],
    ]);
    entries = [viewing('2', 'ada')];
    assert.deepEqual(await tick(), [['1', []]]);
    assert.deepEqual(await tick(), []);
  });

  it('reads once a second for all listeners, and never without listeners', async () => {
    assert.deepEqual([await tick(), reads], [[], 0]);
    const unsubscribe = await Promise.all([feed.subscribe(listener), feed.subscribe({ ...listener })]);
    assert.equal(reads, 1);
    entries = [viewing('1', 'ada')];
    assert.deepEqual([(await tick()).length, reads], [2, 2]);
    for (const each of unsubscribe) each();
    entries = [];
    assert.deepEqual([await tick(), reads], [[], 2]);
    await feed.subscribe(listener);
    assert.deepEqual([await tick(), reads], [[], 4]);
  });

  it('logs an outage once, and afterwards delivers the changes made during the outage', async () => {
    isBroken = true;
    await feed.subscribe(listener);
    for (const _ of ['second', 'third']) assert.deepEqual(await tick(), []);
    assert.equal(logged.length, 1);
    [entries, isBroken] = [[viewing('1', 'ada')], false];
    assert.deepEqual(await tick(), [['1', ['ada']]]);
  });
});
