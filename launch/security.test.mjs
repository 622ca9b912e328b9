import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from './paths.mjs';

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** The rows of the table of threats, cell by cell. */
const rows = text
  .split('\n')
  .filter(line => /^\| (?!threat)/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()));

describe('SECURITY.md', () => {
  it('names a defence and a test that exists for every threat', () => {
    assert.ok(rows.length >= 20);
    for (const [, threat = '', defence = '', tests = ''] of rows) {
      assert.ok(threat && defence, threat);
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      assert.ok(files.length > 0, threat);
      for (const file of files) {
        assert.match(file, /\.(test|spec)\.ts$/);
        assert.ok(existsSync(join(root, file)), file);
      }
    }
  });

  it('is led to, and leads to what an administrator reads', () => {
    assert.ok(readFileSync(join(root, 'OPERATIONS.md'), 'utf8').includes('(SECURITY.md)'));
    assert.ok(text.includes('(OPERATIONS.md)'));
  });
});
