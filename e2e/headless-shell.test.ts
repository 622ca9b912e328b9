import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { findShell } from './headless-shell.ts';

it('findShell returns only the shell next to the same browser', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-shell-'));
  t.after(() => rm(folder, { recursive: true }));
  const browser = join(folder, 'chromium');
  assert.equal(findShell(browser), undefined);
  const shell = join(folder, 'chromium-headless-shell');
  await writeFile(shell, '');
  assert.equal(findShell(browser), shell);
  assert.equal(findShell(join(folder, 'google-chrome')), undefined);
});
