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
import { bulkInsert } from '../sample/bulk-insert.ts';
import { loadSample } from '../sample/load-sample.ts';
import { forEachApi, type TestApi } from '../testing/api.ts';
import { openStore } from '../testing/engines.ts';
import { runDesk } from '../testing/run-desk.ts';
import { restoreBackup } from './restore-backup.ts';

const clock = Date.now;
const onProgress = () => undefined;

/** Somebody who writes one thing after the other until told to stop: what was answered, in order. */
const keepWriting = (api: TestApi, name: string) => {
  const answered: string[] = [];
  let isOver = false;
  const write = async () => {
    for (let turn = 0; !isOver; turn++) {
      const { body: ticket, status } = await api.call<Ticket>('POST', '/v1/tickets', {
        body: { subject: `${name} ${turn}` },
      });
      assert.equal(status, 201);
      // Two rows, a counter and the ticket's own change in one transaction: a half of it would be seen.
      await api.call<Message>('POST', `${ticket.url}/messages`, {
        body: { body: 'From the customer', direction: 'in' },
      });
      if (turn % 3 === 0) await api.call('PATCH', ticket.url, { body: { state: 'closed' } });
      if (turn % 5 === 4) await api.call('DELETE', ticket.url);
      else answered.push(ticket.id);
    }
  };
  const written = write();
  return {
    answered,
    end() {
      isOver = true;
      return written;
    },
  };
};

type Writer = ReturnType<typeof keepWriting>;

/** What each has begun and ended since, unless they wait for ten seconds. */
const awaitMore = async (writers: readonly Writer[]): Promise<string[]> => {
  const counts = writers.map(({ answered }) => answered.length);
  const more = () => writers.map(({ answered }, index) => answered.slice((counts[index] ?? 0) + 1)); // The first of these may have been begun before.
  const end = performance.now() + 10_000;
  while (more().some(each => each.length === 0) && performance.now() < end) await new Promise(setImmediate);
  return more().flat();
};

/** Backs up by a process that stops amid its rows until each has written; null where it had none left by then. */
const backUpBeside = async (api: TestApi, file: string, writers: readonly Writer[]): Promise<string[] | null> => {
  let heard = '';
  let meanwhile: Promise<string[]> | undefined;
  const hear = (said: string, child: ChildProcess) => {
    heard += said;
    if (meanwhile !== undefined || !/ rows/.test(heard)) return;
    child.kill('SIGSTOP');
    meanwhile = awaitMore(writers).then(written => {
      hadAll = isAll.test(heard);
      child.kill('SIGCONT');
      return written;
    });
  };
  const isAll = /, 0 s left/;
  let hadAll = false;
  const { DATA_DIR, ...env } = api.environment;
  const { status, stderr } = await runDesk(DATA_DIR, ['backup', '--force', file], { env, hear });
  assert.equal(status, 0, stderr);
  return hadAll ? null : ((await meanwhile) ?? null);
};

const withStore = async (engine: Database['engine'], work: (database: Database) => Promise<void>): Promise<void> => {
  const { database, remove } = await openStore(engine, true);
  try {
    await work(database);
  } finally {
    await database.close();
    await remove();
  }
};

forEachApi(api => {
  describe('a backup of a desk that is being written to', () => {
    let folder = '';
    let file = '';
    let answered: string[] = [];
    /** While the rows were copied. */
    let meanwhile: string[] | null = null;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'stardesk-backup-'));
      file = join(folder, 'desk.backup');
      await loadSample(api().database, clock());
      await bulkInsert(api().database, { tickets: 3000, seed: 1, now: clock() });
      await api().call<Gist>('PUT', '/v1/gists/kept', {
        body: { public: false, files: { 'é "x".md': { content: 'mine' } } },
      });
      const writers = ['one', 'two', 'three'].map(name => keepWriting(api(), name));
      while (writers.some(writer => writer.answered.length < 5)) await new Promise(setImmediate);
      // By a process of its own, as beside a desk that runs: here nobody would come between two of its reads.
      for (let time = 0; meanwhile === null && time < 10; time++) {
        answered = writers.flatMap(writer => [...writer.answered]);
        meanwhile = await backUpBeside(api(), file, writers);
      }
      for (const writer of writers) await writer.end();
    });
    after(() => rm(folder, { recursive: true }));

    it('makes nobody wait while the rows are copied', () => {
      assert.ok(meanwhile !== null && meanwhile.length >= 3, `${meanwhile?.length} written`);
    });

    // On its own engine: restore-backup.test.ts.
    it('restores on the other engine to a desk on which everything holds, with all that was answered before', () =>
      withStore(api().database.engine === 'sqlite' ? 'postgres' : 'sqlite', async database => {
        await restoreBackup(database, { file, clock, onProgress });
        assert.deepEqual((await runChecks(database, checks)).findings, []);
        const ids = (await database.read.selectFrom('tickets').select('id').execute()).map(({ id }) => id);
        assert.deepEqual(
          answered.filter(id => !ids.includes(id)),
          [],
        );
        assert.deepEqual(
          meanwhile?.filter(id => ids.includes(id)),
          [],
          'what came while the rows were copied is not in it',
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
