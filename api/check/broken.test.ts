import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database, Writes } from '../database/database.ts';
import { forEachApi } from '../testing/api.ts';
import { checks } from './checks.ts';
import { runChecks } from './run-checks.ts';
import { makeEverything } from './testing/everything.ts';
import { faults, faultsOn } from './testing/faults.ts';

const sentencesOf = async (database: Database): Promise<string[]> =>
  (await runChecks(database, checks)).findings.map(({ check, sentence }) => `${check}: ${sentence}`);

/** What is found while something is broken, which it is in a transaction that is taken back. */
const findBroken = async (database: Database, breaks: readonly string[]): Promise<string[]> => {
  const found = Promise.withResolvers<string[]>();
  const undone = new Error('undone');
  const work = async (writes: Writes) => {
    for (const statement of breaks) await sql.raw(statement).execute(writes);
    found.resolve(await sentencesOf({ ...database, snapshot: look => look(writes) }));
    throw undone;
  };
  await database.transaction(work).catch(error => error === undone || found.reject(error));
  return found.promise;
};

/** What these look at is a facet of the search index too, which differs then. */
const indexed = new Set(['tags', 'closing', 'threads']);

describe('desk check, of a desk in which something is broken', () => {
  forEachApi(api => {
    before(() => makeEverything(api()));

    it('finds what is broken, and nothing else', async () => {
      const { database } = api();
      for (const [name, breaks] of Object.entries({ ...faults, ...faultsOn[database.engine] })) {
        for (const [statements, finding] of breaks) {
          const found = (await findBroken(database, statements)).filter(
            sentence => !(indexed.has(name) && sentence.startsWith('search: ')),
          );
          assert.equal(found.length, 1, `${name}: ${statements.join('; ')}\n${found.join('\n')}`);
          assert.match(found[0] ?? '', finding);
        }
      }
    });

    it('has a test that breaks each of its rules', () => {
      const { engine } = api().database;
      const names = checks.filter(({ only = engine }) => only === engine).map(({ name }) => name);
      const tried = new Set([...Object.keys({ ...faults, ...faultsOn[engine] }), 'file']);
      assert.deepEqual(
        [...new Set(names)].filter(name => !tried.has(name)),
        [],
      );
    });
  });
});
