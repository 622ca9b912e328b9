import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openStore } from '../testing/engines.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

describe('desk tags', () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  const run = (...args: string[]) => runDeskInProcess(store.environment.DATA_DIR, ['tags', ...args]);
  const mara = ['--person', 'mara@desk.example'] as const;
  before(async () => {
    store = await openStore('sqlite', true);
    for (const [email, role] of [
      ['mara@desk.example', 'admin'],
      ['rui@desk.example', 'agent'],
    ] as const)
      await runDeskInProcess(store.environment.DATA_DIR, ['people', 'add', email, '--name', 'Name', '--role', role]);
  });
  after(async () => {
    await store.database.close();
    await store.remove();
  });

  it('lists, describes, merges and deletes tags', async () => {
    assert.equal((await run('list')).stdout, 'No tags yet.\n');
    assert.equal((await run('describe', 'vat', 'Value added tax')).stdout, 'Described the tag vat.\n');
    assert.equal(
      (await run('list')).stdout,
      'TAG  TICKETS  CHANGE  DESCRIPTION\nvat  0                Value added tax\n',
    );
    const sample = { env: { SAMPLE_DATA: 'on' } };
    await runDeskInProcess(store.environment.DATA_DIR, ['sample', '--tickets', '200', '--seed', '1'], sample);
    const [first] = JSON.parse((await run('list', '--json')).stdout);
    assert.ok(first.tickets > 0);
    const merged = await run('merge', first.name, 'vat', ...mara);
    assert.equal(
      merged.stdout,
      `Merging ${first.name} into vat: the API changes ${first.tickets} tickets in the background. "desk tags list" shows the progress.\n`,
    );
    assert.match((await run('list')).stdout, new RegExp(`^${first.name} +\\d+ +into vat, 0 of \\d+`, 'm'));
    const { removed_by } = await store.database.read
      .selectFrom('tags')
      .select('removed_by')
      .where('id', '=', first.name)
      .executeTakeFirstOrThrow();
    assert.equal(removed_by, '1');
    await run('describe', 'unused', 'A');
    assert.equal((await run('delete', 'unused', ...mara)).stdout, 'Deleted unused: no ticket had it.\n');
    assert.doesNotMatch((await run('list')).stdout, /^unused/m);
  });

  it('explains an invalid tag, description or person, and a tag that is being merged', async () => {
    await run('describe', 'a', 'A');
    await run('describe', 'unused', 'A');
    await run('delete', 'unused', ...mara);
    for (const [args, error] of [
      [['describe', 'unused', 'B'], /^The tag unused was deleted or merged\. It exists again once a ticket has it/],
      [['describe', 'A', 'b'], /^A is not a valid tag: use 1 to 64 /],
      [['describe', 'a', 'b'.repeat(256)], /^The description is longer than 255/],
      [['describe', 'a', ''], /^The tag a is on no ticket: to remove it, use "desk tags delete"/],
      [['describe', 'unknown', ''], /^There is no tag unknown: "desk tags list" shows/],
      [['merge', 'a', 'a', ...mara], /^Name two different tags/],
      [['merge', 'b', 'c', ...mara], /^There is no tag b: "desk tags list" shows/],
      [['delete', 'a', '--person', 'rui@desk.example'], /^rui@desk.example is not an enabled administrator/],
      [['delete', 'vat', ...mara], /^The tag \S+ is being merged into vat/],
      [['delete', 'a'], /required option '--person <email>'/],
    ] as const) {
      const { status, stderr } = await run(...args);
      assert.deepEqual([status, error.test(stderr)], [1, true], stderr);
    }
  });
});
