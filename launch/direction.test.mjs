import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import rules from '../.dependency-cruiser.mjs';
import { checkDirections, listProblems } from './direction.mjs';

/** @type {string} */
let folder;
const useFolder = () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stardesk-direction-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
};

const manifest = JSON.stringify({
  type: 'module',
  imports: { '#contract': './api/contract/index.ts', '#contract/*': './api/contract/*.ts' },
  dependencies: { zod: '*' },
  devDependencies: { knip: '*' },
});

/** Files that the imports below resolve to. */
const targets = {
  'package.json': manifest,
  'node_modules/zod/package.json': '{"name":"zod","main":"index.js"}',
  'node_modules/zod/index.js': '',
  'node_modules/knip/package.json': '{"name":"knip","main":"index.js"}',
  'node_modules/knip/index.js': '',
  'api/contract/index.ts': "export * from './tickets.ts';",
  'api/contract/tickets.ts': "import 'zod'; export const a = 1; export type A = 1;",
  'api/main.ts': '',
  'api/app.ts': 'export const a = 1;',
  'api/messages/store.ts': 'export type A = 1;',
  'api/http/errors.ts': 'export const a = 1;',
  'api/testing/postgres.ts': '',
  'bff/login.ts': 'export type A = 1;',
  'web/api-client/client.ts': '',
  'web/tickets/list.tsx': '',
  'web/app/sidebar/sidebar.tsx': '',
  'tools/fuzz/fuzz.ts': '',
};

/**
 * @param {Record<string, string>} files in addition to the targets
 * @returns {Promise<string[]>} the names of the violated rules
 */
async function findViolations(files) {
  const all = { ...targets, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const sources = Object.keys(all).filter(path => /^(api|bff|web|e2e|tools)\/.*\.tsx?$/.test(path));
  const { violations, unchecked, unread, modules } = await checkDirections(folder, sources, rules);
  assert.deepEqual({ unchecked, unread, modules }, { unchecked: [], unread: [], modules: sources.length });
  return [...new Set(violations.map(({ name }) => name))].sort();
}

describe('the import rules', () => {
  useFolder();

  it('allow imports in the intended direction', async () => {
    const files = {
      'api/tickets/routes.ts': "import '#contract/tickets'; import '../http/errors.ts'; import './store.ts';",
      'api/tickets/command.ts': "import '../command-line.ts'; import './store.ts';",
      'api/command-line.ts': '',
      'api/tickets/store.ts': "import '../database/schema.ts'; import 'node:crypto';",
      'api/tickets/tickets.test.ts': "import '../app.ts'; import '../testing/postgres.ts'; import 'knip';",
      'api/database/schema.ts': "import type { A } from '#contract'; import { values } from '#contract/enums';",
      'api/contract/enums.ts': 'export const values = 1;',
      'bff/proxy.ts': "import '#contract/tickets'; import 'zod';",
      'web/tickets/queries.ts':
        "import type { A } from '#contract'; import { a } from '#contract/tickets'; import '../api-client/client.ts';",
      'web/app.tsx': "import './ui/star.tsx'; import './tickets/list.tsx'; export const App = () => <p />;",
      'web/ui/star.tsx': "import './shape.ts';",
      'web/ui/shape.ts': '',
      'e2e/journey.spec.ts': "import '#contract';",
      'tools/fuzz/main.ts': "import '../../api/app.ts'; import '../../api/testing/postgres.ts';",
      'tools/bench/main.ts': "import '#contract'; import '../../e2e/journey.spec.ts';",
    };
    assert.deepEqual(await findViolations(files), []);
  });

  /** @type {[string, string, string][]} */
  const forbidden = [
    ['contract-imports-zod-only', 'api/contract/views.ts', "import 'node:fs';"],
    ['contract-imports-zod-only', 'api/contract/views.ts', "import type { A } from '../messages/store.ts';"],
    ['parts-share-only-the-contract', 'bff/proxy.ts', "import '../api/http/errors.ts';"],
    ['parts-share-only-the-contract', 'web/session/page.tsx', "import type { A } from '../../bff/login.ts';"],
    ['parts-share-only-the-contract', 'api/http/session.ts', "import type { A } from '../../bff/login.ts';"],
    ['parts-share-only-the-contract', 'api/testing/fuzz.ts', "import '../../tools/fuzz/fuzz.ts';"],
    ['tools-are-separate', 'tools/kill/main.ts', "import '../fuzz/fuzz.ts';"],
    ['benchmarks-use-the-public-api', 'tools/bench/main.ts', "import '../../api/app.ts';"],
    ['contract-is-imported-by-name', 'bff/proxy.ts', "import '../api/contract/tickets.ts';"],
    ['web-imports-contract-values-by-subpath', 'web/tickets/queries.ts', "import { a } from '#contract';"],
    ['resources-import-contract-http-database', 'api/tickets/store.ts', "import '../app.ts';"],
    ['http-imports-no-resource', 'api/http/mount.ts', "import type { A } from '../messages/store.ts';"],
    ['database-imports-nothing-above', 'api/database/schema.ts', "import '../http/errors.ts';"],
    [
      'database-imports-only-types-and-lists-from-contract',
      'api/database/schema.ts',
      "import { a } from '#contract/tickets';",
    ],
    ['ui-imports-no-feature', 'web/ui/star.tsx', "import '../tickets/list.tsx';"],
    ['ui-imports-no-feature', 'web/ui/star.tsx', "import '../api-client/client.ts';"],
    ['connection-imports-nothing-above', 'web/api-client/connection/hold.ts', "import '../client.ts';"],
    ['web-base-imports-no-feature', 'web/list/rows.tsx', "import '../tickets/list.tsx';"],
    ['web-base-imports-no-feature', 'web/presence/viewers.tsx', "import '../tickets/list.tsx';"],
    ['web-features-import-no-frame', 'web/notifications/row.tsx', "import '../app/sidebar/sidebar.tsx';"],
    ['web-features-import-no-frame', 'web/tickets/row.tsx', "import '../app/sidebar/sidebar.tsx';"],
    ['gists-and-activity-import-no-tickets', 'web/gists/gist.tsx', "import '../tickets/list.tsx';"],
    ['no-cycles', 'api/config.ts', "import type { A } from './config.ts';"],
    ['nothing-imports-an-entry', 'api/desk-server.ts', "import './main.ts';"],
    ['product-imports-no-development-package', 'bff/proxy.ts', "import 'knip';"],
    ['product-imports-no-test', 'api/config.ts', "import './testing/postgres.ts';"],
    ['every-import-resolves', 'bff/proxy.ts', "import './missing.ts';"],
  ];
  for (const [rule, path, text] of forbidden) {
    it(`${rule}: ${path} may not ${text}`, async () => {
      assert.deepEqual(await findViolations({ [path]: text }), [rule]);
    });
  }

  it('resources-never-import-resources: a resource may not import a type of another resource', async () => {
    const violations = await findViolations({
      'api/tickets/store.ts': "import type { A } from '../messages/store.ts';",
    });
    assert.ok(violations.includes('resources-never-import-resources'));
  });
});

describe('an incomplete check', () => {
  useFolder();

  /** @param {object} options options that hide modules */
  async function check(options) {
    writeFileSync(join(folder, 'one.ts'), "import type { B } from './two.ts';\nexport type A = B;\n");
    writeFileSync(join(folder, 'two.ts'), 'export type B = 1;\n');
    const incomplete = { ...rules, options: { ...rules.options, ...options } };
    return listProblems(await checkDirections(folder, ['one.ts', 'two.ts'], incomplete));
  }

  it('fails if no module was checked', async () => {
    assert.deepEqual(await check({ exclude: { path: '.' } }), [
      'no module was checked',
      'one.ts was not checked',
      'two.ts was not checked',
    ]);
  });

  it('fails if a module was not checked, or its imports were not read', async () => {
    assert.deepEqual(await check({ exclude: { path: 'two' } }), [
      'two.ts was not checked',
      'one.ts has imports, but none were read',
    ]);
  });
});
