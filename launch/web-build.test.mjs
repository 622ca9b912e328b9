import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { computeFingerprint } from './web-build.mjs';

/** @type {string} */
let folder;

const fingerprint = () => computeFingerprint(folder, ['web', 'package.json']);

describe('the fingerprint of the web app’s sources', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stardesk-build-'));
    mkdirSync(join(folder, 'web/ui'), { recursive: true });
    writeFileSync(join(folder, 'web/main.tsx'), 'main');
    writeFileSync(join(folder, 'web/ui/star.tsx'), 'star');
    writeFileSync(join(folder, 'package.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('changes with the content, the name or the number of files, but not with their times or with the build', () => {
    const seen = new Set([fingerprint()]);
    utimesSync(join(folder, 'web/main.tsx'), 0, 0);
    mkdirSync(join(folder, 'web/dist'));
    writeFileSync(join(folder, 'web/dist/index.html'), '');
    seen.add(fingerprint());
    assert.equal(seen.size, 1);
    writeFileSync(join(folder, 'web/ui/star.tsx'), 'other');
    seen.add(fingerprint());
    writeFileSync(join(folder, 'web/ui/new.tsx'), '');
    seen.add(fingerprint());
    renameSync(join(folder, 'web/ui/new.tsx'), join(folder, 'web/ui/newer.tsx'));
    seen.add(fingerprint());
    assert.equal(seen.size, 4);
  });
});
