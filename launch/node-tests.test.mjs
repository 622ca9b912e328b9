import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { runNodeTests } from './node-tests.mjs';
import { splitFiles } from './test-files.mjs';

/** @param {string} title @param {string} body */
const writeTest = (title, body) =>
  `import { describe, it } from 'node:test'; describe('a suite', () => { it('${title}', async () => { ${body} }); });`;
const passingTest = writeTest('does', '');

describe('runNodeTests', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stardesk-tests-'));
    mkdirSync(join(folder, 'part/deep'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {Record<string, string>} files */
  const run = files => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'part', name), text);
    return runNodeTests('part', { folder, processes: 2 });
  };

  it('counts and times the tests of all processes', async () => {
    const files = {
      'a.test.mjs': passingTest,
      'b.test.mjs': passingTest,
      'deep/c.test.ts': passingTest,
      'd.mjs': 'throw 1',
    };
    const { durations, ...result } = await run(files);
    assert.deepEqual(result, { ok: true, output: '', counts: { passed: 3, failed: 0, skipped: 0 }, skipReasons: [] });
    const names = durations.map(({ file }) => relative(join(folder, 'part'), file)).sort();
    assert.deepEqual(names, ['a.test.mjs', 'b.test.mjs', 'deep/c.test.ts']);
    assert.ok(durations.every(({ milliseconds }) => milliseconds > 0));
  });

  it('reports each reason for skipped tests once', async () => {
    const skipped = passingTest.replace("'a suite',", "'a suite', { skip: 'No server.' },");
    const { skipReasons } = await run({ 'a.test.mjs': skipped, 'b.test.mjs': skipped, 'c.test.mjs': passingTest });
    assert.deepEqual(skipReasons, ['No server.']);
  });

  it('names the line of a failed test and counts the tests of other processes', async () => {
    const { ok, output, counts } = await run({
      'a.test.mjs': writeTest('does not', 'throw 1'),
      'b.test.mjs': passingTest,
    });
    assert.deepEqual([ok, counts], [false, { passed: 1, failed: 1, skipped: 0 }]);
    assert.match(output, /part\/a\.test\.mjs:1/);
  });

  it('fails and names the test if a test exits the process with status 0', async () => {
    const ending = writeTest('gives up', 'await new Promise(resolve => setTimeout(resolve, 20)); process.exit(0)');
    const { ok, output, counts } = await run({
      'a.test.mjs': passingTest,
      'b.test.mjs': passingTest,
      'c.test.mjs': ending,
    });
    assert.deepEqual([ok, counts], [false, { passed: 1, failed: 1, skipped: 0 }]);
    assert.match(output, /The process exited in “gives up” \(.*c\.test\.mjs:1\)/);
    assert.match(
      output,
      /Exited with status 0 before its tests finished: node --test part\/a\.test\.mjs part\/c\.test\.mjs/,
    );
  });

  it('runs property tests with a fixed seed', async () => {
    const sampled = `import fc from '${import.meta.resolve('fast-check')}'; import assert from 'node:assert';`;
    const same = writeTest('samples', 'assert.deepEqual(fc.sample(fc.nat(), 3), fc.sample(fc.nat(), 3))');
    const { ok, output } = await run({ 'a.test.mjs': sampled + same });
    assert.ok(ok, output);
  });

  it('rejects a hook that would apply to other files of its process', async () => {
    const hook = `import { before } from 'node:test';\nbefore(() => {});\n${passingTest}`;
    const { ok, output } = await run({ 'a.test.mjs': passingTest, 'b.test.mjs': hook });
    assert.equal(ok, false);
    assert.match(output, /applies to other files too: part\/b\.test\.mjs$/);
  });

  it('fails if a part has no tests', async () => {
    assert.deepEqual(await run({}), {
      ok: false,
      output: 'part/ has no tests',
      counts: { passed: 0, failed: 1, skipped: 0 },
      durations: [],
      skipReasons: [],
    });
  });
});

describe('splitFiles', () => {
  it('assigns every file to one process, and neighbours to different processes', () => {
    assert.deepEqual(splitFiles(['a', 'b', 'c', 'd'], 3), [['a', 'd'], ['b'], ['c']]);
    assert.deepEqual(splitFiles(['a'], 3), [['a']]);
  });
});
