import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import type { Database } from '../../database/database.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';

const listener = { onEvents() {}, onReset() {} };

forEachEngine((_database, openAgain) => {
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
