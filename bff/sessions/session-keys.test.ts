import assert from 'node:assert/strict';
import { chmodSync, chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { createBffLog } from '../log.ts';
import { createTemporaryDirectory, firstKey } from '../testing/desk.ts';
import { RotationInProgressError, rotateKeyFile } from './rotate-session-keys.ts';
import { createSeal } from './seal.ts';
import { createKeyFile, getKeyFilePath } from './session-key-file.ts';
import { watchKeyFile } from './session-keys.ts';

const hour = 3_600_000;

/** Creates a key file and processes that share one clock. */
async function setUp(t: TestContext, content?: unknown) {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const dataDir = createTemporaryDirectory(t);
  const path = getKeyFilePath(dataDir);
  if (content) writeFileSync(path, JSON.stringify(content));
  else await createKeyFile(path);
  const logged: string[] = [];
  const log = createBffLog(
    'info',
    new PassThrough().on('data', line => logged.push(String(line))),
  );
  return {
    dataDir,
    path,
    logged,
    startProcess: async () => createSeal(await watchKeyFile(path, () => now, log), 'session'),
    rotate: () => rotateKeyFile(path, now),
    advanceClock: (milliseconds: number) => (now += milliseconds),
  };
}

describe('rotating the session keys', () => {
  it('makes running processes seal with the new key immediately and open each other’s cookies', async t => {
    const desk = await setUp(t);
    const [first, second] = [await desk.startProcess(), await desk.startProcess()];
    const before = await first.seal('before');
    await desk.rotate();
    const after = await first.seal('after');
    assert.notEqual(after.split('.')[0], before.split('.')[0], 'the header names another key');
    const opened = await Promise.all([after, before, after, after].map(text => second.open(text)));
    assert.deepEqual(opened, ['after', 'before', 'after', 'after']);
    assert.equal(await first.open(before), 'before');
  });

  it('expires an old key after eight hours, even in running processes', async t => {
    const desk = await setUp(t);
    const running = await desk.startProcess();
    const old = await running.seal('old');
    await desk.rotate();
    desk.advanceClock(hour);
    await desk.rotate(); // does not extend the time of the old key
    desk.advanceClock(7 * hour - 1);
    assert.equal(await (await desk.startProcess()).open(old), 'old');
    desk.advanceClock(1);
    assert.equal(await (await desk.startProcess()).open(old), null);
    await running.seal('anything');
    assert.equal(await running.open(old), null);
    await desk.rotate();
    assert.equal(JSON.parse(readFileSync(desk.path, 'utf8')).keys.length, 3, 'the expired key is deleted');
  });

  it('accepts a file with plain string keys', async t => {
    const desk = await setUp(t, { keys: [firstKey, '22'.repeat(32)] });
    const running = await desk.startProcess();
    const sealed = await running.seal('sealed');
    await desk.rotate();
    assert.equal(await (await desk.startProcess()).open(sealed), 'sealed');
  });

  it('runs one rotation at a time, keeps the file private, and leaves no temporary file', async t => {
    const desk = await setUp(t);
    const outcomes = await Promise.allSettled([desk.rotate(), desk.rotate(), desk.rotate()]);
    const [done, ...others] = [...outcomes].sort((a, b) => a.status.localeCompare(b.status));
    assert.equal(done?.status, 'fulfilled');
    for (const each of others) assert.ok(each.status === 'fulfilled' || each.reason instanceof RotationInProgressError);
    const rotations = outcomes.filter(({ status }) => status === 'fulfilled').length;
    assert.equal(JSON.parse(readFileSync(desk.path, 'utf8')).keys.length, 1 + rotations);
    assert.equal(statSync(desk.path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(desk.dataDir), ['session-keys.json']);
  });

  it('preserves the owner of the file when root rotates the keys', { skip: process.getuid?.() !== 0 }, async t => {
    const desk = await setUp(t);
    chownSync(desk.path, 1234, 5678);
    await desk.rotate();
    const { uid, gid, mode } = statSync(desk.path);
    assert.deepEqual([uid, gid, mode & 0o777], [1234, 5678, 0o600]);
  });

  it('changes nothing if the file is malformed', async t => {
    const desk = await setUp(t, { keys: ['hunter2'] });
    await assert.rejects(desk.rotate(), error => error instanceof Error && !error.message.includes('hunter2'));
    assert.deepEqual(readdirSync(desk.dataDir), ['session-keys.json']);
  });
});

describe('a running process', () => {
  for (const [state, breakFile] of [
    ['deleted', (path: string) => rmSync(path)],
    ['malformed', (path: string) => writeFileSync(path, '{"keys":[')],
  ] as const) {
    it(`uses its previous keys when their file is ${state}, and logs the error once`, async t => {
      const desk = await setUp(t);
      const running = await desk.startProcess();
      const sealed = await running.seal('sealed');
      breakFile(desk.path);
      assert.equal(await running.open(await running.seal('more')), 'more');
      assert.equal(await running.open(sealed), 'sealed');
      assert.equal(desk.logged.length, 1);
      assert.match(desk.logged.join(), /"level":50.*failed to read the session keys; the previous keys stay in use/);
    });
  }

  it('reloads the file after its permissions change, since it may have become readable', async t => {
    const desk = await setUp(t);
    const running = await desk.startProcess();
    const { ctimeMs } = statSync(desk.path);
    // The clock of a file system may advance in steps of some milliseconds.
    while (statSync(desk.path).ctimeMs === ctimeMs) chmodSync(desk.path, 0o600);
    await running.seal('sealed');
    assert.match(desk.logged.join(), /reloaded the session keys/);
  });
});
