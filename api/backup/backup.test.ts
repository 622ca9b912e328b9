import assert from 'node:assert/strict';
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
      answered = writers.flatMap(writer => [...writer.answered]);
      // By a process of its own, as beside a desk that runs: here nobody would come between two of its reads.
      const { DATA_DIR, ...env } = api().environment;
      const { status, stderr } = await runDesk(DATA_DIR, ['backup', file], { env });
      assert.equal(status, 0, stderr);
      for (const writer of writers) await writer.end();
    });
    after(() => rm(folder, { recursive: true }));

    for (const engine of ['sqlite', 'postgres'] as const) {
      it(`restores on ${engine} to a desk on which everything holds, with all that was answered before`, () =>
        withStore(engine, async database => {
          await restoreBackup(database, { file, clock, onProgress });
          assert.deepEqual((await runChecks(database, checks)).findings, []);
          const ids = (await database.read.selectFrom('tickets').select('id').execute()).map(({ id }) => id);
          assert.deepEqual(
            answered.filter(id => !ids.includes(id)),
            [],
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
    }
  });
});
