import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('stays the same if only times change', () => {
    const before = fingerprint();
    utimesSync(join(folder, 'web/main.tsx'), 0, 0);
    assert.equal(fingerprint(), before);
  });

  it('changes with a content, a name or a new file', () => {
    const seen = new Set([fingerprint()]);
    writeFileSync(join(folder, 'web/ui/star.tsx'), 'other');
    seen.add(fingerprint());
    writeFileSync(join(folder, 'web/ui/new.tsx'), '');
    seen.add(fingerprint());
    rmSync(join(folder, 'web/ui/new.tsx'));
    writeFileSync(join(folder, 'web/ui/newer.tsx'), '');
    seen.add(fingerprint());
    assert.equal(seen.size, 4);
  });

  it('ignores the build itself', () => {
    const before = fingerprint();
    mkdirSync(join(folder, 'web/dist'));
    writeFileSync(join(folder, 'web/dist/index.html'), '');
    assert.equal(fingerprint(), before);
  });
});
