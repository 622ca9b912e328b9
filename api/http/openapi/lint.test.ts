import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scopeLabels } from '#contract/scope-labels';
import { childEnvironment } from '#server/testing/server-process';
import { releasedVersions } from '../versions/released-versions.ts';
import { describeApi } from './document.ts';

const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const folder = mkdtempSync(join(tmpdir(), 'stardesk-openapi-'));

/** Checks a document with Redocly's recommended rules. */
const lint = (document: object): { ruleId: string }[] => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const { stdout } = spawnSync(
    process.execPath,
    [linter, 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: childEnvironment({ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }),
    },
  );
  return JSON.parse(stdout).problems;
};

describe("Redocly's recommended rules", () => {
  after(() => rmSync(folder, { recursive: true }));
  const apiPublicUrl = 'https://desk.example/help';
  const document = describeApi({ apiPublicUrl, scopeDescriptions: scopeLabels, apiVersions: releasedVersions });

  it('report no error or warning in the reference', () => assert.deepEqual(lint(document), []));

  it('report an operation without responses', () => {
    const broken = { ...document, paths: { '/broken': { get: { summary: 'Broken', operationId: 'broken' } } } };
    assert.ok(lint(broken).length > 0);
  });
});
