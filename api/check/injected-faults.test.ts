import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../database/database.ts';
import { forEachApi } from '../testing/api.ts';
import { checks } from './checks.ts';
import { runChecks } from './run-checks.ts';
import { createAllResources } from './testing/all-resources.ts';
import { listFaults } from './testing/faults.ts';

const listSentences = async (database: Database): Promise<string[]> =>
  (await runChecks(database, checks)).findings.map(({ check, sentence }) => `${check}: ${sentence}`);

/** Damages the store in a transaction, lists the findings, and rolls back. */
const checkDamaged = async (database: Database, damage: readonly string[]): Promise<string[]> => {
  const found = Promise.withResolvers<string[]>();
  const rolledBack = new Error('rolled back');
  const work = async (writes: WriteTransaction) => {
    for (const statement of damage) await sql.raw(statement).execute(writes);
    found.resolve(await listSentences({ ...database, snapshot: read => read(writes) }));
    throw rolledBack;
  };
  await database.transaction(work).catch(error => error === rolledBack || found.reject(error));
  return found.promise;
};

/** Checks of columns that are also in the search index. Damage to these columns causes a second finding. */
const indexedChecks = new Set(['tags', 'closing', 'threads']);

describe('desk check on a damaged desk', () => {
  forEachApi(api => {
    before(() => createAllResources(api()));

    it('reports each injected fault and nothing else', async () => {
      const { database } = api();
      for (const [check, damage, finding] of listFaults(database.engine)) {
        const found = await checkDamaged(database, [damage].flat());
        const findings = found.filter(line => !(indexedChecks.has(check) && /^(search|vocabulary): /.test(line)));
        assert.equal(findings.length, 1, `${check}: ${damage}\n${findings.join('\n')}`);
        const [line = ''] = findings;
        assert.ok(line.startsWith(`${check}: `), line);
        assert.match(line, finding);
      }
    });

    it('has an injected fault for every check name', () => {
      const { engine } = api().database;
      // command.test.ts damages the database file.
      const testedChecks = checks.filter(({ name, only = engine }) => only === engine && name !== 'file');
      assert.deepEqual(
        new Set(testedChecks.map(({ name }) => name)),
        new Set(listFaults(engine).map(([name]) => name)),
      );
    });
  });
});
