import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import express from 'express';
import { sql } from 'kysely';
import { listenDuringTest } from '#server/testing/listen';
import { createTcpProxy } from '#server/testing/tcp-proxy';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { createLog } from '../log.ts';
import { forEachEngine } from '../testing/engines.ts';
import { skipIfPooled } from '../testing/postgres.ts';
import { errorWriter } from './error-writer.ts';
import { healthProbes } from './health.ts';

/** Starts a server on this store. Returns a function that probes a path and returns status and message. */
const startProbes = async (t: TestContext, database: Database, isShuttingDown = false) => {
  const app = express().use(
    healthProbes(database, () => isShuttingDown),
    errorWriter(createLog('silent')),
  );
  const url = await listenDuringTest(t, createServer(app));
  return async (path: string) => {
    const response = await fetch(`${url}${path}`);
    const { description, status } = (await response.json()) as { description?: string; status?: string };
    return [response.status, status ?? description];
  };
};

const probeBoth = async (...options: Parameters<typeof startProbes>) => {
  const probe = await startProbes(...options);
  return [await probe('/healthz'), await probe('/readyz')];
};

describe('GET /healthz and /readyz', () => {
  forEachEngine((database, openAgain, environment) => {
    it('200 while the store responds', async t => {
      assert.deepEqual(await probeBoth(t, database()), [
        [200, 'ok'],
        [200, 'ready'],
      ]);
    });

    it('200 for /healthz and 503 for /readyz when the store is unavailable', async t => {
      const closed = openAgain();
      assert.ok(await isMigrated(closed));
      await closed.close();
      assert.deepEqual(await probeBoth(t, closed), [
        [200, 'ok'],
        [503, 'The store does not respond.'],
      ]);
    });

    it('200 while the store is too busy for the probe; 503 for /readyz when the store responds to no query', async t => {
      // SQLite reads never wait.
      const { DATABASE_URL } = environment();
      if (DATABASE_URL === undefined) return;
      if (skipIfPooled) return t.skip(skipIfPooled);
      const proxy = await createTcpProxy(DATABASE_URL);
      const busy = openDatabase({ dataDir: '', databaseUrl: proxy.url, statementTimeoutMilliseconds: 60_000 });
      const probe = await startProbes(t, busy);
      assert.deepEqual(await probe('/readyz'), [200, 'ready']);
      let isOver = false;
      t.after(async () => {
        isOver = true;
        await busy.close();
        await proxy.close();
      });
      const occupy = async () => {
        const started = Promise.withResolvers<void>();
        const done = busy.snapshot(async queries => {
          for (; !isOver; started.resolve()) await sql`select pg_sleep(0.02)`.execute(queries);
        });
        await started.promise;
        return { done };
      };
      const connections = await Promise.all(Array.from({ length: 10 }, occupy));
      assert.deepEqual(await probe('/readyz'), [200, 'ready']);
      proxy.pause();
      assert.deepEqual(await probe('/healthz'), [200, 'ok']);
      for (const response of await Promise.all(Array.from({ length: 20 }, () => probe('/readyz'))))
        assert.deepEqual(response, [503, 'The store does not respond.']);
      assert.equal(busy.getLoad().waiting, 1, 'all probes share one query');
      isOver = true;
      proxy.resume();
      await Promise.all(connections.map(({ done }) => done));
      assert.deepEqual(await probe('/readyz'), [200, 'ready']);
    });

    it('200 for /healthz and 503 for /readyz during shutdown', async t => {
      assert.deepEqual(await probeBoth(t, database(), true), [
        [200, 'ok'],
        [503, 'This server is shutting down.'],
      ]);
    });
  });
});
