import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { getMigratedPostgres } from '../testing/migrated-stores.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import type { Database } from './database.ts';
import { findStoredResponse, lockKey, storeResponse } from './idempotency-keys.ts';
import { openDatabase } from './open-database.ts';
import type { SearchCriteria } from './search.ts';
import { matchCriteria, matchOneEntry } from './search-conditions.ts';

const selectIdleQuery = sql<{ query: string }>`
  select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;

describe('the profile strict on PostgreSQL', () => {
  let store: TestDatabase;
  let database: Database;
  before(async () => {
    store = await createTestDatabase(await getMigratedPostgres());
    const options = { dataDir: '', databaseUrl: store.databaseUrl, statementTimeoutMilliseconds: 60_000 };
    database = openDatabase({ ...options, databaseProfile: 'strict' });
  });
  after(async () => {
    await database.close();
    await store.drop();
  });

  it('sends BEGIN and each timeout of a serializable transaction in separate messages', async () => {
    const settings = sql`
      select current_setting('transaction_isolation') as isolation, current_setting('statement_timeout') as timeout`;
    const { rows } = await database.transaction(async writes => {
      let lastMessage: string | undefined;
      while (lastMessage === undefined) lastMessage = (await selectIdleQuery.execute(database.read)).rows[0]?.query;
      assert.equal(lastMessage, 'set local idle_in_transaction_session_timeout = 60000');
      return settings.execute(writes);
    });
    assert.deepEqual(rows, [{ isolation: 'serializable', timeout: '1min' }]);
  });

  it('retries a transaction if a concurrent transaction changed rows that it had read', async () => {
    let [attempts, started] = [0, 0];
    const bothRead = Promise.withResolvers<void>();
    const addIfNone = (key: string) =>
      database.transaction(async writes => {
        attempts++;
        const found = await writes.selectFrom('tombstones').select('key').where('kind', '=', 'view').execute();
        if (++started === 2) bothRead.resolve();
        await bothRead.promise;
        if (found.length > 0) return;
        await writes.insertInto('tombstones').values({ kind: 'view', key, deleted_at: 0 }).execute();
      });
    await Promise.all(['one', 'other'].map(addIfNone));
    const rows = await database.read.selectFrom('tombstones').select('key').where('kind', '=', 'view').execute();
    assert.deepEqual([rows.length, attempts], [1, 3]);
  });

  it('waits for the transaction that holds an Idempotency-Key, without an advisory lock', async () => {
    const keyHash = 'ab'.repeat(32);
    const advisoryLocks = sql`select 1 from pg_locks where locktype = 'advisory'`;
    const createOnce = (answer: string) =>
      database.transaction(async writes => {
        await lockKey(database, writes, keyHash);
        const stored = await findStoredResponse(writes, keyHash, 1000);
        if (stored !== null) return stored.answer;
        assert.deepEqual((await advisoryLocks.execute(writes)).rows, []);
        await storeResponse(writes, keyHash, { payload_hash: '', answer }, 1000);
        return answer;
      });
    const answers = await Promise.all(['a', 'b', 'c'].map(createOnce));
    assert.equal(new Set(answers).size, 1);
  });

  const words = ['red', 'green', 'blue', 'yellow'];

  it('finds the same rows as the default search, with one entry per scan of the index', async () => {
    const rows = Array.from({ length: 16 }, (_, n) => {
      const own = words.filter((_word, bit) => n & (1 << bit));
      return { ticket_n: n, words: own, text: ` ${own.join(' ')} ` };
    });
    const find = (condition: RawBuilder<unknown>) =>
      sql`select ticket_n from ticket_words where ${condition} order by 1`;
    const word = fc.constantFrom(...words);
    const oneOf = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
    const phrases = fc.array(
      oneOf.map(each => each.map(single => [single])),
      { maxLength: 2 },
    );
    const facets = fc.array(oneOf, { maxLength: 2 });
    const criteria: fc.Arbitrary<SearchCriteria> = fc
      .oneof(fc.record({ phrases, facets }), fc.record({ phrases, facets, spans: oneOf }))
      .filter(each => [...each.phrases, ...each.facets, ...('spans' in each ? each.spans : [])].length > 0);
    const rollback = new Error();
    const compare = database.transaction(async writes => {
      await sql`alter table ticket_words drop constraint ticket_words_ticket_n_fkey`.execute(writes);
      await sql`set local enable_seqscan = off; set local enable_indexscan = off`.execute(writes);
      await writes.insertInto('ticket_words').values(rows).execute();
      const check = async (each: SearchCriteria) => {
        const strict = find(matchOneEntry(each));
        assert.deepEqual((await strict.execute(writes)).rows, (await find(matchCriteria(each)).execute(writes)).rows);
        const plan = JSON.stringify((await sql`explain (format json) ${strict}`.execute(writes)).rows);
        const scans = [...plan.matchAll(/"Index Cond":"([^"]*)"/g)].map(([, condition = '']) => condition);
        assert.ok(scans.length > 0);
        for (const scan of scans) assert.match(scan, /^\(words @> '\{[a-z]+\}'::text\[\]\)$/);
      };
      await fc.assert(fc.asyncProperty(criteria, check), { numRuns: 50 });
      throw rollback;
    });
    await assert.rejects(compare, error => error === rollback);
  });
});
