import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from './paths.mjs';

describe('without the development packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stardesk-install-'));

  /** Runs a command with a fake npm that prints its arguments. @param {string} command */
  const run = command => {
    const PATH = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
    return spawnSync(command, { cwd: folder, env: { PATH }, shell: true, encoding: 'utf8' });
  };

  before(() => {
    for (const path of ['launch', 'package.json', 'package-lock.json']) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $*"\nexit 1\n', { mode: 0o755 });
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const name of ['bench', 'fuzz', 'kill', 'ha']) {
    it(`npm run ${name} installs the development packages first`, () => {
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const { status, stdout, stderr } = run(String(scripts[`pre${name}`]));
      assert.match(stderr, /npm ci --include=dev/);
      assert.deepEqual([status, stdout], [1, '']);
    });
  }
});
