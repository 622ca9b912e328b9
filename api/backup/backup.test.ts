import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Gist, Message, Ticket } from '#contract';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import type { Database } from '../database/database.ts';
import { type Files, openFiles } from '../files/files.ts';
import { bulkInsert } from '../sample/bulk-insert.ts';
import { loadSample } from '../sample/load-sample.ts';
import { forEachApi, type TestApi } from '../testing/api.ts';
import { openStore } from '../testing/engines.ts';
import { runDesk } from '../testing/run-desk.ts';
import { testSecretKeys } from '../testing/secret-keys.ts';
import { restoreBackup } from './restore-backup.ts';

const clock = Date.now;
const onProgress = () => undefined;

/** Writes tickets until `stop`. Records the ids of the tickets that it does not delete. */
const startWriter = (api: TestApi, name: string) => {
  const acknowledged: string[] = [];
  let isStopped = false;
  const write = async () => {
    for (let round = 0; !isStopped; round++) {
      const { body: ticket, status } = await api.call<Ticket>('POST', '/v1/tickets', {
        body: { subject: `${name} ${round}` },
      });
      assert.equal(status, 201);
      // One transaction writes the message, its ticket, an event and counters, so desk check would report a partial copy.
      await api.call<Message>('POST', `${ticket.url}/messages`, {
        body: { body: 'From the customer', direction: 'in' },
      });
      if (round % 3 === 0) await api.call('PATCH', ticket.url, { body: { state: 'closed' } });
      if (round % 5 === 4) await api.call('DELETE', ticket.url);
      else acknowledged.push(ticket.id);
    }
  };
  const finished = write();
  return {
    acknowledged,
    stop() {
      isStopped = true;
      return finished;
    },
  };
};

type Writer = ReturnType<typeof startWriter>;

/** Waits up to ten seconds until every writer has written a ticket since the call. Returns the ids of these tickets. */
const waitForWrites = async (writers: readonly Writer[]): Promise<string[]> => {
  const counts = writers.map(({ acknowledged }) => acknowledged.length);
  // Skips the first new ticket of each writer. Its request may have started before the call.
  const listNew = () => writers.map(({ acknowledged }, index) => acknowledged.slice((counts[index] ?? 0) + 1));
  const deadline = performance.now() + 10_000;
  while (listNew().some(ids => ids.length === 0) && performance.now() < deadline) await new Promise(setImmediate);
  return listNew().flat();
};

/**
 * Runs a backup process and pauses it between rows until each writer has written. Returns the ids written meanwhile, or
 * null if the process had already read all rows.
 */
const backUpWhilePaused = async (api: TestApi, file: string, writers: readonly Writer[]): Promise<string[] | null> => {
  let output = '';
  let concurrentIds: Promise<string[]> | undefined;
  const onOutput = (chunk: string, child: ChildProcess) => {
    output += chunk;
    if (concurrentIds !== undefined || !/ rows/.test(output)) return;
    child.kill('SIGSTOP');
    concurrentIds = waitForWrites(writers).then(written => {
      hadReadAll = allRead.test(output);
      child.kill('SIGCONT');
      return written;
    });
  };
  const allRead = /, 0 s left/;
  let hadReadAll = false;
  const { DATA_DIR, ...env } = api.environment;
  const { status, stderr } = await runDesk(DATA_DIR, ['backup', '--force', file], { env, onErrorOutput: onOutput });
  assert.equal(status, 0, stderr);
  return hadReadAll ? null : ((await concurrentIds) ?? null);
};

const withStore = async (
  engine: Database['engine'],
  work: (database: Database, files: Files) => Promise<void>,
): Promise<void> => {
  const { database, environment, remove } = await openStore(engine, true);
  try {
    await work(database, openFiles(database, { dataDir: environment.DATA_DIR }));
  } finally {
    await database.close();
    await remove();
  }
};

forEachApi(api => {
  describe('a backup during concurrent writes', () => {
    let directory = '';
    let file = '';
    let acknowledged: string[] = [];
    /** Ids written while the rows were copied. */
    let concurrentIds: string[] | null = null;
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'stardesk-backup-'));
      file = join(directory, 'desk.backup');
      await loadSample(api().database, clock());
      await bulkInsert(api().database, { tickets: 3000, seed: 1, now: clock() });
      await api().call<Gist>('PUT', '/v1/gists/private', {
        body: { public: false, files: { 'é "x".md': { content: 'mine' } } },
      });
      const writers = ['one', 'two', 'three'].map(name => startWriter(api(), name));
      while (writers.some(writer => writer.acknowledged.length < 5)) await new Promise(setImmediate);
      // Uses a separate process, as an operator does: in the test process, no writer would run between two reads. On a
      // busy machine, the separate process may have read all rows before it is paused.
      while (concurrentIds === null) {
        acknowledged = writers.flatMap(writer => [...writer.acknowledged]);
        concurrentIds = await backUpWhilePaused(api(), file, writers);
      }
      for (const writer of writers) await writer.stop();
    });
    after(() => rm(directory, { recursive: true }));

    it('does not block writers while rows are copied', () => {
      assert.ok(concurrentIds !== null && concurrentIds.length >= 3, `${concurrentIds?.length} written`);
    });

    // restore-backup.test.ts restores from SQLite to both engines.
    it('restores to a consistent desk on the other engine, with every earlier write', () =>
      withStore(api().database.engine === 'sqlite' ? 'postgres' : 'sqlite', async (database, files) => {
        await restoreBackup(database, { file, files, secretKeys: testSecretKeys, clock, onProgress });
        assert.deepEqual((await runChecks(database, checks)).findings, []);
        const ids = (await database.read.selectFrom('tickets').select('id').execute()).map(({ id }) => id);
        assert.deepEqual(
          acknowledged.filter(id => !ids.includes(id)),
          [],
        );
        assert.deepEqual(
          concurrentIds?.filter(id => ids.includes(id)),
          [],
          'writes during the copy are not in the backup',
        );
        const gist = await database.read
          .selectFrom('gist_files')
          .select(['name', 'content'])
          .where('name', 'like', 'é%')
          .execute();
        assert.deepEqual(gist, [{ name: 'é "x".md', content: 'mine' }]);
        const records = await database.read.selectFrom('oauth_records').selectAll().execute();
        assert.deepEqual(records, []);
      }));
  });
});
