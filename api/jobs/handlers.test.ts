import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { jobKinds } from '#contract/enums';
import { backupTables, excludedTables } from '../backup/tables.ts';
import type { Database } from '../database/database.ts';
import { forEachApi } from '../testing/api.ts';
import type { Handler } from './handler.ts';
import { createJobStore } from './job-store.ts';
import { runJob } from './run-job.ts';
import { addJob } from './testing/add-job.ts';
import { fixtures } from './testing/fixtures.ts';

const log = pino({ level: 'silent' });

/** Tables that are not compared: the search index of SQLite, the jobs themselves, and the list of migrations. */
const ignored = ['jobs', 'migrations', 'ticket_search'];

/** Reads all rows of the store, except those of the ignored tables. */
const dump = async ({ read }: Database): Promise<Record<string, unknown[]>> => {
  const tables = [...backupTables.map(({ name }) => name), ...excludedTables].filter(name => !ignored.includes(name));
  const contents: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(read).catch(() => ({ rows: [] }));
    contents[table] = rows.map(row => JSON.stringify(row)).sort();
  }
  return contents;
};

forEachApi(api => {
  const clock = Date.now;
  const database = () => api().database;
  /** Starts the job, as a process does. */
  const start = async (handler: Handler, token: string) => {
    const store = createJobStore(database());
    const [row] = await store.claim(handler.kind, token, 1);
    assert.ok(row, 'The job is not due.');
    const started = { lease: { n: row.n, token }, controller: new AbortController(), isStoring: false };
    return { row, handler, ...started, store };
  };
  const run = async (handler: Handler, token: string) => {
    const { store, ...started } = await start(handler, token);
    return runJob(started, { database: database(), store, clock, log });
  };

  describe('every handler', () => {
    it('is the only handler of its kind, and every kind has a handler', () => {
      assert.deepEqual(
        api()
          .handlers.map(({ kind }) => kind)
          .sort(),
        [...jobKinds].sort(),
      );
    });

    for (const kind of jobKinds) {
      it(`${kind} has its effect only once, even if an attempt crashes and the job then runs twice`, async () => {
        const handler = api().handlers.find(each => each.kind === kind);
        assert.ok(handler);
        const options = await fixtures[kind](api());
        const before = await dump(database());
        await addJob(database(), kind, options);

        // The process crashes after the work and before the effect in the store.
        const { row, store } = await start(handler, 'crashed');
        const { id, key, payload, attempts: attempt } = row;
        const context = { database: database(), clock, log, signal: new AbortController().signal };
        await handler.run(
          { id, kind, key, payload: JSON.parse(payload), attempt, progress: null },
          { ...context, setProgress: async () => {} },
        );
        await store.postpone({ n: row.n, token: 'crashed' }, 1);

        assert.equal(await run(handler, 'first'), 'finished');
        const after = await dump(database());
        assert.notDeepEqual(after, before, 'The fixture gives the handler nothing to do.');
        await addJob(database(), kind, { ...options, runAt: 1 });
        assert.equal(await run(handler, 'second'), 'finished');
        assert.deepEqual(await dump(database()), after);
      });
    }
  });
});
