import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import rules from '../.dependency-cruiser.mjs';
import { checkDirections, listFaults } from './direction.mjs';

/** @type {string} */
let folder;
const haveFolder = () => {
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

/** Every file that the imports below lead to. */
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
  'web/api.ts': '',
  'web/tickets/list.tsx': '',
  'web/rail/rail.tsx': '',
};

/**
 * @param {Record<string, string>} files beside the targets
 * @returns {Promise<string[]>} the names of the violated rules
 */
async function findViolations(files) {
  const all = { ...targets, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const sources = Object.keys(all).filter(path => /^(api|bff|web|e2e)\/.*\.tsx?$/.test(path));
  const { violations, unseen, unread, modules } = await checkDirections(folder, sources, rules);
  assert.deepEqual({ unseen, unread, modules }, { unseen: [], unread: [], modules: sources.length });
  return [...new Set(violations.map(({ name }) => name))].sort();
}

describe('the rules of direction', () => {
  haveFolder();

  it('allow what the diagram shows', async () => {
    const files = {
      'api/tickets/routes.ts': "import '#contract/tickets'; import '../http/errors.ts'; import './store.ts';",
      'api/tickets/command.ts': "import '../command-line.ts'; import './store.ts';",
      'api/command-line.ts': '',
      'api/tickets/store.ts': "import '../database/schema.ts'; import 'node:crypto';",
      'api/tickets/tickets.test.ts': "import '../app.ts'; import '../testing/postgres.ts'; import 'knip';",
      'api/database/schema.ts': "import type { A } from '#contract'; import { words } from '#contract/vocabulary';",
      'api/contract/vocabulary.ts': 'export const words = 1;',
      'bff/proxy.ts': "import '#contract/tickets'; import 'zod';",
      'web/tickets/queries.ts':
        "import type { A } from '#contract'; import { a } from '#contract/tickets'; import '../api.ts';",
      'web/app.tsx': "import './ui/star.tsx'; import './tickets/list.tsx'; export const App = () => <p />;",
      'web/ui/star.tsx': "import './shape.ts';",
      'web/ui/shape.ts': '',
      'e2e/journey.spec.ts': "import '#contract';",
    };
    assert.deepEqual(await findViolations(files), []);
  });

  /** @type {[string, string, string][]} */
  const wrong = [
    ['contract-imports-zod-only', 'api/contract/views.ts', "import 'node:fs';"],
    ['contract-imports-zod-only', 'api/contract/views.ts', "import type { A } from '../messages/store.ts';"],
    ['parts-meet-at-the-contract', 'bff/proxy.ts', "import '../api/http/errors.ts';"],
    ['parts-meet-at-the-contract', 'web/session/page.tsx', "import type { A } from '../../bff/login.ts';"],
    ['parts-meet-at-the-contract', 'api/http/session.ts', "import type { A } from '../../bff/login.ts';"],
    ['contract-is-called-by-its-name', 'bff/proxy.ts', "import '../api/contract/tickets.ts';"],
    ['web-imports-contract-values-by-subpath', 'web/tickets/queries.ts', "import { a } from '#contract';"],
    ['rooms-import-contract-http-database', 'api/tickets/store.ts', "import '../app.ts';"],
    ['http-knows-no-room', 'api/http/mount.ts', "import type { A } from '../messages/store.ts';"],
    ['database-imports-nothing-above', 'api/database/schema.ts', "import '../http/errors.ts';"],
    [
      'database-takes-types-and-words-only-from-contract',
      'api/database/schema.ts',
      "import { a } from '#contract/tickets';",
    ],
    ['ui-imports-no-room', 'web/ui/star.tsx', "import '../tickets/list.tsx';"],
    ['ui-imports-no-room', 'web/ui/star.tsx', "import '../api.ts';"],
    ['connection-imports-nothing-above', 'web/connection/hold.ts', "import '../api.ts';"],
    ['web-groundwork-imports-no-room', 'web/list/rows.tsx', "import '../tickets/list.tsx';"],
    ['web-rooms-import-no-frame', 'web/tickets/row.tsx', "import '../rail/rail.tsx';"],
    ['gists-and-activity-know-no-tickets', 'web/gists/gist.tsx', "import '../tickets/list.tsx';"],
    ['no-cycles', 'api/config.ts', "import type { A } from './config.ts';"],
    ['nothing-imports-an-entry', 'api/desk-server.ts', "import './main.ts';"],
    ['product-needs-no-development-package', 'bff/proxy.ts', "import 'knip';"],
    ['product-needs-no-test', 'api/config.ts', "import './testing/postgres.ts';"],
    ['every-import-is-found', 'bff/proxy.ts', "import './missing.ts';"],
  ];
  for (const [rule, path, text] of wrong) {
    it(`${rule}: ${path} may not ${text}`, async () => {
      assert.deepEqual(await findViolations({ [path]: text }), [rule]);
    });
  }

  it('rooms-never-import-rooms, not even their types', async () => {
    const violations = await findViolations({
      'api/tickets/store.ts': "import type { A } from '../messages/store.ts';",
    });
    assert.ok(violations.includes('rooms-never-import-rooms'));
  });
});

describe('a cruise that cannot be trusted', () => {
  haveFolder();

  /** @param {object} options what the cruise is misled by */
  async function cruise(options) {
    writeFileSync(join(folder, 'one.ts'), "import type { B } from './two.ts';\nexport type A = B;\n");
    writeFileSync(join(folder, 'two.ts'), 'export type B = 1;\n');
    const misled = { ...rules, options: { ...rules.options, ...options } };
    return listFaults(await checkDirections(folder, ['one.ts', 'two.ts'], misled));
  }

  it('saw no module', async () => {
    assert.deepEqual(await cruise({ exclude: { path: '.' } }), [
      'no module was seen at all',
      'one.ts was not seen',
      'two.ts was not seen',
    ]);
  });

  it('overlooked a module and the imports of another', async () => {
    assert.deepEqual(await cruise({ exclude: { path: 'two' } }), [
      'two.ts was not seen',
      'one.ts has imports, but none was found',
    ]);
  });
});
