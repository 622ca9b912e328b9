import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const api = join(import.meta.dirname, '..');

/** Database drivers start work that stops with a statement or a connection. The runner starts the jobs. */
const allowed = /^(database|jobs)\//;

/** Streams of events poll the change log and send heartbeats while clients read them. */
const streams = /^events\/streams\//;

const readSources = (): [path: string, text: string][] =>
  readdirSync(api, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path))
    .map(path => [path, readFileSync(join(api, path), 'utf8')]);

it('only jobs, the database and event streams start background work', () => {
  const sources = readSources();
  assert.ok(sources.length > 300, `${sources.length} files`);
  const found = sources
    .filter(([path]) => !streams.test(path))
    .filter(([path, text]) => /\bsetInterval\b/.test(text) || (!allowed.test(path) && /^\s*void \w/m.test(text)))
    .map(([path]) => path);
  assert.deepEqual(found, []);
});
