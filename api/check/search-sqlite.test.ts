import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadSample } from '../sample/load-sample.ts';
import { openStore } from '../testing/engines.ts';
import { runChecks } from './run-checks.ts';
import { sqliteWords } from './search-sqlite.ts';

it('the SQLite search check reports progress for two passes over the tickets', async () => {
  const { database, remove } = await openStore('sqlite', true);
  try {
    await loadSample(database, Date.now());
    const { length: tickets } = await database.read.selectFrom('tickets').select('n').execute();
    const steps: number[] = [];
    for await (const findings of sqliteWords.run(database, { pageSize: 10, step: rows => steps.push(rows) }))
      assert.deepEqual(findings, []);
    assert.equal(
      steps.reduce((sum, rows) => sum + rows, 0),
      2 * tickets,
    );
    assert.ok(steps.length > tickets / 2, 'progress is reported while the words are read');
    const reached: number[] = [];
    await runChecks(database, [sqliteWords], {
      pageSize: 10,
      onProgress: ({ done, total }) => reached.push(total - done),
    });
    assert.deepEqual(reached.slice(-2), [1, 0]);
    assert.equal(reached.filter(left => left === 1).length, 1);
  } finally {
    await database.close();
    await remove();
  }
});
