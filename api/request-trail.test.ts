import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { addOneAdministrator } from './testing/administrators.ts';
import { startApiProcess } from './testing/api-process.ts';
import { openStore } from './testing/engines.ts';

type Line = { msg: string; requestId?: string; req?: { id: string } };

/** More than a statement may take without a line of its own, in milliseconds. */
const long = 600;

/** Keeps whoever asks from the tickets, for long. */
const keepWaiting = (database: Database, ask: () => Promise<number>): Promise<Promise<number>[]> =>
  database.transaction(async writes => {
    await sql`lock table tickets in access exclusive mode`.execute(writes);
    const asked = ask();
    const inThisOne = sql`database = (select oid from pg_database where datname = current_database())`;
    const stopped = sql`select 1 from pg_locks where not granted and ${inThisOne}`;
    const waits = async () => (await stopped.execute(database.read)).rows.length > 0;
    while (!(await Promise.race([waits(), asked]))) await pause(5);
    await pause(long);
    return [asked];
  });

const rename = (database: Database, from: string, to: string): Promise<unknown> =>
  database.transaction(writes => sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(writes));

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`the lines of one request, under its id: ${engine}`, () => {
    let said = '';
    let end: () => Promise<void>;
    const under = (id: string): string[] =>
      said
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Line)
        .filter(({ requestId, req }) => requestId === id || req?.id === id)
        .map(({ msg }) => msg);

    before(async () => {
      const { database, environment, remove } = await openStore(engine, true);
      const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
      const token = await addOneAdministrator(databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl });
      const api = await startApiProcess({ ...environment, SAMPLE_DATA: 'false', LOG_LEVEL: 'debug' });
      end = async () => {
        await api.end('SIGKILL');
        await database.close();
        await remove();
      };
      const ask = async (id: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': id };
        const answer = await fetch(`${api.url}/v1/tickets?sort=closed_at&per_page=${id.length}`, { headers });
        await answer.text();
        assert.equal(answer.headers.get('x-request-id'), id);
        return answer.status;
      };
      assert.equal(await ask('an-ordinary-one'), 200);
      if (engine === 'postgres') await Promise.all(await keepWaiting(database, () => ask('a-slow-one')));
      await rename(database, 'tickets', 'away');
      assert.equal(await ask('a-failed-one'), 500);
      await api.end('SIGTERM');
      said = await api.said;
    });
    after(() => end());

    it('are one at LOG_LEVEL=debug, of an ordinary one', () => {
      assert.deepEqual(under('an-ordinary-one'), ['request completed']);
    });

    it('name the statement that failed', () => {
      assert.deepEqual(under('a-failed-one'), ['SQL statement failed', 'unexpected error', 'request errored']);
    });

    // SQLite answers at once, or waits for its turn without a statement.
    if (engine === 'postgres') {
      it('name the statement that was slow', () => {
        assert.ok(under('a-slow-one').includes('slow SQL statement'), said);
        assert.equal(under('a-slow-one').at(-1), 'request completed');
      });
    }
  });
}
