import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { addOneAdministrator } from './testing/administrators.ts';
import { startApiProcess } from './testing/api-process.ts';
import { openStore } from './testing/engines.ts';

type Line = { msg: string; requestId?: string; req?: { id: string } };

/** Longer than the threshold for slow statements. */
const slowMilliseconds = 600;

/** Locks the tickets, so that the request waits longer than the threshold. */
const blockRequests = (database: Database, send: () => Promise<number>): Promise<Promise<number>[]> =>
  database.transaction(async writes => {
    await sql`lock table tickets in access exclusive mode`.execute(writes);
    const sent = send();
    const inThisDatabase = sql`database = (select oid from pg_database where datname = current_database())`;
    const waiting = sql`select 1 from pg_locks where not granted and ${inThisDatabase}`;
    const isWaiting = async () => (await waiting.execute(database.read)).rows.length > 0;
    while (!(await Promise.race([isWaiting(), sent]))) await pause(5);
    await pause(slowMilliseconds);
    return [sent];
  });

const rename = (database: Database, from: string, to: string): Promise<unknown> =>
  database.transaction(writes => sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(writes));

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`the log lines of a request id: ${engine}`, () => {
    let output = '';
    let close: () => Promise<void>;
    const findMessages = (id: string): string[] =>
      output
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
      close = async () => {
        await api.stop('SIGKILL');
        await database.close();
        await remove();
      };
      const send = async (id: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': id };
        const response = await fetch(`${api.url}/v1/tickets?sort=closed_at&per_page=${id.length}`, { headers });
        await response.text();
        assert.equal(response.headers.get('x-request-id'), id);
        return response.status;
      };
      assert.equal(await send('an-ordinary-one'), 200);
      if (engine === 'postgres') await Promise.all(await blockRequests(database, () => send('a-slow-one')));
      await rename(database, 'tickets', 'renamed_tickets');
      assert.equal(await send('a-failed-one'), 500);
      await api.stop('SIGTERM');
      output = api.outputLines.join('\n');
    });
    after(() => close());

    it('are a single line for a successful request at LOG_LEVEL=debug', () => {
      assert.deepEqual(findMessages('an-ordinary-one'), ['request completed']);
    });

    it('contain the failed statement', () => {
      assert.deepEqual(findMessages('a-failed-one'), ['SQL statement failed', 'unexpected error', 'request errored']);
    });

    // SQLite responds immediately, or waits for the writer without a statement.
    if (engine === 'postgres') {
      it('contain the slow statement', () => {
        assert.ok(findMessages('a-slow-one').includes('slow SQL statement'), output);
        assert.equal(findMessages('a-slow-one').at(-1), 'request completed');
      });
    }
  });
}
