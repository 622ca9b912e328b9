import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';

it('comments and documents cite only documents of the repository', () => {
  const parts = ['api', 'bff', 'e2e', 'launch', 'server', 'tools', 'web'].flatMap(part => listFiles(root, part));
  const files = ['README.md', 'OPERATIONS.md', 'SECURITY.md', 'CHANGELOG.md', ...parts];
  const documents = files.filter(path => path.endsWith('.md'));
  const isSampleText = (/** @type {string} */ path) => /^api\/sample\/.*\.md$/.test(path);
  const citations = files
    .filter(path => /\.(md|ts|tsx|mjs|css)$/.test(path) && !isSampleText(path))
    .flatMap(path => {
      const text = readFileSync(join(root, path), 'utf8');
      const prose = path.endsWith('.md') ? [text] : (text.match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? []);
      return prose.flatMap(line => line.match(/(?<![#\w-])[\w/-]+\.md\b/g) ?? []).map(name => `${name} in ${path}`);
    });
  const isKnown = (/** @type {string} */ citation) =>
    documents.some(path => `/${path}`.endsWith(citation.replace(/^\/?(\S+) .*/, '/$1')));
  assert.ok(citations.some(isKnown), 'no citation was found');
  assert.deepEqual(
    citations.filter(citation => !isKnown(citation)),
    [],
  );
});
