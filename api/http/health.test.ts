import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import express from 'express';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { createLog } from '../log.ts';
import { forEachEngine } from '../testing/engines.ts';
import { errorWriter } from './error-writer.ts';
import { health } from './health.ts';

/** Asks a server on this store: the status, and what it says. */
const asking = async (t: TestContext, database: Database, isEnding = false) => {
  const app = express().use(
    health(database, () => isEnding),
    errorWriter(createLog('silent')),
  );
  const server = app.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    const { description, status } = (await answer.json()) as { description?: string; status?: string };
    return [answer.status, status ?? description];
  };
};

/** Asks both addresses. */
const askBoth = async (...at: Parameters<typeof asking>) => {
  const ask = await asking(...at);
  return [await ask('/healthz'), await ask('/readyz')];
};

describe('GET /healthz and /readyz', () => {
  forEachEngine((database, openAgain) => {
    it('200 and 200 while the store answers', async t => {
      assert.deepEqual(await askBoth(t, database()), [
        [200, 'ok'],
        [200, 'ready'],
      ]);
    });

    it('200 and 503 when the store is gone', async t => {
      const gone = openAgain();
      assert.ok(await isMigrated(gone));
      await gone.close();
      assert.deepEqual(await askBoth(t, gone), [
        [200, 'ok'],
        [503, 'The store does not answer.'],
      ]);
    });

    it('200 and 503 while the store hangs, of which it is asked once, whoever asks', async t => {
      // Nobody waits to read there.
      if (database().engine === 'sqlite') return;
      const free = Promise.withResolvers<void>();
      const hold = async () => {
        const held = Promise.withResolvers<void>();
        const holding = database().snapshot(() => {
          held.resolve();
          return free.promise;
        });
        await held.promise;
        return { holding };
      };
      const connections = await Promise.all(Array.from({ length: 10 }, hold));
      const ask = await asking(t, database());
      for (const answer of await Promise.all(Array.from({ length: 20 }, () => ask('/readyz'))))
        assert.deepEqual(answer, [503, 'The store does not answer.']);
      assert.deepEqual(await ask('/healthz'), [200, 'ok']);
      assert.equal(database().load().waiting, 1);
      free.resolve();
      await Promise.all(connections.map(({ holding }) => holding));
      assert.deepEqual(await ask('/readyz'), [200, 'ready']);
    });

    it('200 and 503 once the process has been told to end', async t => {
      assert.deepEqual(await askBoth(t, database(), true), [
        [200, 'ok'],
        [503, 'This server is about to end.'],
      ]);
    });
  });
});
