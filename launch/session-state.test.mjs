import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';

/**
 * Statements that leave state in a session of PostgreSQL. A pooler in transaction mode gives the next transaction
 * another session.
 */
const leavesState = [
  /\bpg_(try_)?advisory_(un)?lock/i,
  /[`'"]\s*(un)?listen\b/i,
  /[`'"]\s*set\s+(?!local\b)[\w.]+\s*(=|\bto\b)/i,
  /\bset_config\([^()]*,\s*false\s*\)/i,
  /\bcreate\s+(local\s+)?temp(orary)?\b/i,
  /\bwith\s+hold\b/i,
  /[`'"]\s*prepare\s+\w+/i,
];

/** @param {string} text */
const findStatements = text => leavesState.filter(pattern => pattern.test(text)).map(String);

it('no SQL of the API needs a session of PostgreSQL that outlives its transaction', () => {
  for (const sql of [
    'select pg_advisory_lock(1)',
    '`listen changes`',
    "'set statement_timeout = 8000'",
    "select set_config('a.b', 'c', false)",
    'create temporary table rows (id text)',
    'declare rows cursor with hold for',
    '`prepare ticket as select 1`',
  ])
    assert.equal(findStatements(sql).length, 1, sql);
  assert.deepEqual(findStatements("`set local lock_timeout = 1`, 'select pg_try_advisory_xact_lock(1)'"), []);
  const sources = listFiles(root, 'api').filter(path => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path));
  const found = sources.flatMap(path =>
    findStatements(readFileSync(join(root, path), 'utf8')).map(pattern => `${path}: ${pattern}`),
  );
  assert.deepEqual(found, []);
});
