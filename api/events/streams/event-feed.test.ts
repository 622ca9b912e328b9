import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { appendEvents } from '../../database/change-log.ts';
import type { Database } from '../../database/database.ts';
import { forEachEngine } from '../../testing/engines.ts';
import type { EventRow } from '../representation.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';

const listener = { onEvents() {}, onReset() {} };

/** Creates a listener that collects the batches of events. */
const createCollector = () => {
  const batches: (readonly EventRow[])[] = [];
  return { ...listener, batches, onEvents: (events: readonly EventRow[]) => void batches.push(events) };
};

const appendEvent = (database: Database) => {
  const event = { type: 'gist.updated', id: '1', version: 1, personId: '1', clientId: null, now: Date.now() } as const;
  return database.transaction(writes => appendEvents(writes, [event]));
};

forEachEngine((otherProcess, openAgain) => {
  describe('the feed of the change log', () => {
    let database: Database;
    let logged: string[] = [];
    let feed: EventFeed;
    /** Lets the feed poll once. */
    const poll = () => mock.timers.tick(100);

    beforeEach(() => {
      mock.timers.enable({ apis: ['setInterval'] });
      [database, logged] = [openAgain(), []];
      feed = createEventFeed(database, pino({ level: 'warn' }, { write: line => void logged.push(line) }));
    });
    afterEach(async () => {
      mock.timers.reset();
      feed.close();
      await database.close();
    });

    it('delivers a commit to all listeners: at once from its own process, within 100 ms from another process', async () => {
      const [first, second] = [createCollector(), createCollector()];
      for (const each of [first, second]) await feed.subscribe(each);
      await appendEvent(database);
      while (second.batches.length < 1) await setImmediate();
      await appendEvent(otherProcess());
      poll();
      while (second.batches.length < 2) await setImmediate();
      // The feed has read the events once.
      for (const [index, batch] of second.batches.entries()) assert.equal(batch, first.batches[index]);
    });

    it('reads nothing after the last listener has left', async () => {
      const unsubscribe = await feed.subscribe(listener);
      unsubscribe();
      await appendEvent(database);
      await database.close();
      poll();
      await setImmediate();
      assert.deepEqual(logged, []);
    });

    it('logs once that the store fails', async () => {
      await feed.subscribe(listener);
      await database.close();
      poll();
      while (logged.length === 0) await setImmediate();
      poll();
      await setImmediate();
      assert.equal(logged.length, 1);
    });

    it('stops polling when it is closed during a subscription', async () => {
      const subscription = feed.subscribe(listener);
      feed.close();
      await subscription;
      await database.close();
      poll();
      await setImmediate();
      assert.deepEqual(logged, []);
    });
  });
});
