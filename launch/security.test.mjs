import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from './paths.mjs';

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const [, summary = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## Security\n');

/** Parses the rows of a table of threats into cells. @param {string} markdown */
const parseRows = markdown =>
  markdown
    .split('\n')
    .filter(line => /^\| (?!threat)/.test(line))
    .map(line => line.split('|').map(cell => cell.trim()));

describe('SECURITY.md', () => {
  it('and README name a defence and an existing test for every threat', () => {
    assert.ok(parseRows(text).length >= 20 && parseRows(summary).length >= 6);
    for (const [, threat = '', defence = '', tests = ''] of [...parseRows(text), ...parseRows(summary)]) {
      assert.ok(threat && defence, threat);
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      assert.ok(files.length > 0, threat);
      for (const file of files) {
        assert.match(file, /\.(test|spec)\.ts$/);
        assert.ok(existsSync(join(root, file)), file);
      }
    }
  });

  it('and OPERATIONS.md link to each other', () => {
    assert.ok(readFileSync(join(root, 'OPERATIONS.md'), 'utf8').includes('(SECURITY.md)'));
    assert.ok(text.includes('(OPERATIONS.md)'));
  });
});
