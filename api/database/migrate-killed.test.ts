import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { generateThreads } from '../sample/generate.ts';
import { seededRandom } from '../sample/random.ts';
import { toThreadRows } from '../sample/thread-rows.ts';
import { getStartFailure } from '../testing/api-process.ts';
import { forEachEngine } from '../testing/engines.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { runDesk, runDeskInProcess } from '../testing/run-desk.ts';
import { incrementCounter } from './counters.ts';
import type { Database, WriteTransaction } from './database.ts';
import { createRowInserter } from './insert-rows.ts';
import { isMigrated, migrate } from './migrate.ts';
import { ticketCounts } from './migrations/0009-ticket-counts.ts';
import { searchWords } from './migrations/0016-search-words.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open-database.ts';

const kills = 3;
const tickets = 1000;
const now = Date.UTC(2026, 10, 20);

/** Creates a desk without ticket counts or the current search index, so that later migrations take a while. */
const createOldDesk = async (writes: WriteTransaction, engine: Database['engine']): Promise<void> => {
  await sql`create table migrations (name text primary key, applied_at bigint not null)`.execute(writes);
  for (const { name, up } of migrations.slice(0, migrations.indexOf(ticketCounts))) {
    await up(writes, engine);
    await writes.insertInto('migrations').values({ name, applied_at: now }).execute();
  }
  const [id, name, email] = ['1', 'Mara', 'mara@desk.example'];
  const created = { version: 1, created_at: now, updated_at: now };
  await writes
    .insertInto('people')
    .values({ id, ...created, name, email, email_key: email, role: 1, disabled: 0 })
    .execute();
  for (const counter of ['person.id', 'people.changes'] as const) await incrementCounter(writes, counter);
  const threads = [...generateThreads({ seed: 1, count: tickets, now, agents: [{ id, name }] })].map(toThreadRows);
  await createRowInserter()(
    writes,
    'tickets',
    threads.map(({ ticket: { mailbox_id: _, undelivered: __, follow_up_of: ___, ...ticket } }, n) => ({
      id: `t${n}`,
      ...ticket,
      messages_count: 0,
      last_message_at: 0,
      awaiting_reply: ticket.state === 0 ? 1 : 0,
    })),
  );
  await incrementCounter(writes, 'tickets.changes', tickets);
};

const describeTables = async ({ engine, read }: Database): Promise<unknown[]> => {
  const tables = sql`select type, name, tbl_name, sql from sqlite_schema order by type, name`;
  const columns = sql`
    select table_name, column_name, data_type, collation_name, is_nullable, column_default, identity_generation
    from information_schema.columns where table_schema = 'public' order by 1, 2`;
  const indexes = sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`;
  const keys = sql`
    select conrelid::regclass::text as of, pg_get_constraintdef(oid) as key from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`;
  const queries = engine === 'sqlite' ? [tables] : [columns, indexes, keys];
  return Promise.all(queries.map(async each => (await each.execute(read)).rows));
};

const countApplied = async ({ read }: Database): Promise<number> =>
  (await read.selectFrom('migrations').select('name').execute()).length;

/** Describes the tables of a store that was migrated without interruption. */
const describeFresh = async (engine: Database['engine']): Promise<unknown[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-fresh-'));
  const store = engine === 'postgres' ? await createTestDatabase() : undefined;
  const fresh = openDatabase({ dataDir, databaseUrl: store?.databaseUrl });
  await migrate(fresh, Date.now);
  const tables = await describeTables(fresh);
  await fresh.close();
  await store?.drop();
  await rm(dataDir, { recursive: true });
  return tables;
};

forEachEngine(
  (database, openAgain, environment) => {
    it('migrations killed at any moment continue at the next start and create the same tables', async t => {
      const { engine } = database();
      // With this seed all kills happen before the migrations finish.
      const random = seededRandom(23);
      await database().transaction(writes => createOldDesk(writes, engine));
      await database().close();
      const { DATA_DIR: dataDir, ...env } = environment();
      const [appliedBefore, slowest] = [migrations.indexOf(ticketCounts), migrations.indexOf(searchWords)];
      for (let kill = 0; kill < kills; kill++) {
        const controller = new AbortController();
        const watching = openAgain();
        const target = random.between(appliedBefore + 1, slowest);
        // If an earlier process reached the target, the pause includes the start of the process below.
        const isTargetReached = (await countApplied(watching)) >= target;
        const migrating = runDesk(dataDir, ['migrate'], { env, signal: controller.signal });
        while ((await countApplied(watching)) < target) await pause(2);
        await pause(random.between(0, isTargetReached ? 1000 : 30));
        controller.abort();
        await migrating;
        t.diagnostic(`killed when ${await countApplied(watching)} of ${migrations.length} were applied`);
        await watching.close();
      }
      const { status, stderr } = await runDeskInProcess(dataDir, ['migrate'], { env });
      assert.deepEqual([status, stderr], [0, '']);
      const migrated = openAgain();
      assert.equal(await isMigrated(migrated), true);
      assert.deepEqual(await describeTables(migrated), await describeFresh(engine));
      assert.deepEqual((await runChecks(migrated, checks)).findings, []);
      await migrated.close();
    });

    it('an API older than its store does not start, and prints a clear message', async () => {
      const store = openAgain();
      await store.transaction(writes =>
        writes.insertInto('migrations').values({ name: '9999-from-the-future', applied_at: 0 }).execute(),
      );
      await store.close();
      const { code, output } = await getStartFailure(environment());
      assert.match(
        output,
        /^The database was changed by a newer Stardesk \(9999-from-the-future\)\. Start that version, /,
      );
      assert.equal(code, 1);
    });
  },
  { migrated: false },
);
