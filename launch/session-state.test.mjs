import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';

const namedStatement = /\.query\([^()]*\{[^{}]*\bname\b/;

/**
 * SQL that the API must not use, each with examples. With a pooler in transaction mode, the next transaction may run in
 * another session of PostgreSQL, which lacks this state. Distributed engines reject the last three (`strict` profile).
 * @type {[RegExp, ...string[]][]}
 */
const forbidden = [
  [/\bpg_(try_)?advisory_(un)?lock/i, 'select pg_advisory_lock(1)'],
  [/[`'"]\s*(un)?listen\b/i, '`listen changes`'],
  [
    /[`'";]\s*set\s+(?!local\b)(session\b|[\w.]+\s*(=|\bto\b))/i,
    ...["'set statement_timeout = 8000'", "'set session work_mem = 8'", '`begin; set work_mem to 8`'],
  ],
  [/\bset_config\([^()]*,\s*false\s*\)/i, "select set_config('a.b', 'c', false)"],
  [/\bcreate\s+(local\s+)?temp(orary)?\b/i, 'create temporary table rows (id text)'],
  [/\bwith\s+hold\b/i, 'declare rows cursor with hold for'],
  [/[`'"]\s*prepare\s+\w+/i, '`prepare ticket as select 1`'],
  [namedStatement, "client.query({ text: sql, name: 'ticket' })"],
  [/\bindex\s+concurrently\b/i, 'create index concurrently'],
  [/\bdeferrable\b/i, 'references people deferrable initially deferred'],
  [
    /\bupdate\s+\w+\s+((as\s+)?\w+\s+)?set\s[^()`'";]*\sfrom\s|\.updateTable\([^;]*\)\s*\.from\(/i,
    ...['update tickets set views = v.n from v', "writes.updateTable('tickets').set(values).from('views')"],
  ],
];

/** @param {string} text */
const findStatements = text => forbidden.filter(([pattern]) => pattern.test(text)).map(([pattern]) => String(pattern));

it('no SQL of the API needs a session that outlives its transaction, or a feature that distributed engines lack', () => {
  for (const [pattern, ...examples] of forbidden)
    for (const sql of examples) assert.deepEqual(findStatements(sql), [String(pattern)], sql);
  assert.deepEqual(findStatements("`set local lock_timeout = 1`, 'select pg_try_advisory_xact_lock(1)'"), []);
  const sources = listFiles(root, 'api').filter(path => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path));
  const found = sources.flatMap(path =>
    findStatements(readFileSync(join(root, path), 'utf8')).map(pattern => `${path}: ${pattern}`),
  );
  // timed-connection.ts names statements only if DATABASE_PREPARED_STATEMENTS is true. Poolers do not support this.
  assert.deepEqual(found, [`api/database/timed-connection.ts: ${namedStatement}`]);
});
