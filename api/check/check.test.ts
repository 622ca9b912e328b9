import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Database } from '../database/database.ts';
import { bulkInsert } from '../sample/bulk-insert.ts';
import { loadSample } from '../sample/load-sample.ts';
import { forEachApi } from '../testing/api.ts';
import type { Check } from './check.ts';
import { checks } from './checks.ts';
import { runChecks } from './run-checks.ts';
import { createAllResources } from './testing/all-resources.ts';

const pageSize = 20;

const listSentences = async (database: Database): Promise<string[]> =>
  (await runChecks(database, checks, { pageSize })).findings.map(({ sentence }) => sentence);

describe('desk check', () => {
  forEachApi(api => {
    before(async () => {
      const { database } = api();
      await loadSample(database, Date.now());
      await bulkInsert(database, { tickets: 30, seed: 3, now: Date.now() });
      await createAllResources(api());
    });

    it('accepts words longer than the SQLite token limit', async () => {
      const subject = 'Very long words';
      for (const description of ['x'.repeat(65_535), `${'漢'.repeat(10_923)} 漢`]) {
        const { status } = await api().call('POST', '/v1/tickets', { body: { subject, description } });
        assert.deepEqual([status, await listSentences(api().database)], [201, []]);
      }
    });

    it('finds nothing on a desk with sample data, generated tickets and API changes', async () => {
      assert.deepEqual(await listSentences(api().database), []);
    });

    it('fails if the store stops responding, but reports any other error of a check as a finding', async () => {
      const failWith = (error: Error): Check => ({
        ...{ name: 'test', rule: 'none' },
        async *run() {
          yield [];
          throw error;
        },
      });
      const lost = Object.assign(new Error('The server was shut down'), { code: '57P01' });
      await assert.rejects(runChecks(api().database, [failWith(lost)]), lost);
      const { findings } = await runChecks(api().database, [failWith(new Error('malformed JSON'))]);
      assert.deepEqual(
        findings.map(({ sentence }) => sentence),
        ['The check failed: malformed JSON'],
      );
    });

    it('finds nothing during concurrent writes', async () => {
      const { call, database } = api();
      let isDone = false;
      const work = async (writer: number) => {
        for (let n = 0; !isDone; n++) {
          const ticket = `/v1/tickets/busy-${writer}-${n}`;
          await call('PUT', ticket, { body: { subject: 'Busy' } });
          await call('POST', `${ticket}/messages`, { body: { body: 'And more', direction: 'in' } });
          await call('PATCH', ticket, { body: { state: 'closed' } });
          if (n % 2 === 0) await call('DELETE', ticket);
        }
      };
      const working = Promise.all([1, 2, 3].map(work));
      const found = await listSentences(database).finally(() => {
        isDone = true;
      });
      await working;
      assert.deepEqual(found, []);
    });
  });
});
