import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasDevelopmentPackages, isInstalled } from './installation.mjs';

const zod = { version: '4.0.0', integrity: 'sha512-zod' };
const knip = { version: '6.0.0', integrity: 'sha512-knip', dev: true };
const foreign = { version: '1.0.0', integrity: 'sha512-foreign', optional: true };
const lockfile = {
  packages: { '': {}, 'node_modules/zod': zod, 'node_modules/knip': knip, 'node_modules/foreign': foreign },
};

describe('isInstalled', () => {
  it('accepts a missing package for a different platform', () => {
    const installed = { packages: { 'node_modules/zod': zod, 'node_modules/knip': knip } };
    assert.equal(isInstalled(lockfile, installed, { development: true }), true);
  });

  it('requires development packages only for development', () => {
    const installed = { packages: { 'node_modules/zod': zod } };
    assert.equal(isInstalled(lockfile, installed, { development: false }), true);
    assert.equal(isInstalled(lockfile, installed, { development: true }), false);
  });

  it('rejects a package with a different version or integrity', () => {
    for (const change of [{ version: '4.0.1' }, { integrity: 'sha512-other' }]) {
      const installed = { packages: { 'node_modules/zod': { ...zod, ...change } } };
      assert.equal(isInstalled(lockfile, installed, { development: false }), false);
    }
  });

  it('returns false if npm wrote no record of the installation', () => {
    assert.equal(isInstalled(lockfile, {}, { development: false }), false);
  });
});

it('hasDevelopmentPackages ignores optional packages', () => {
  assert.equal(hasDevelopmentPackages({ packages: { 'node_modules/knip': knip } }), true);
  assert.equal(
    hasDevelopmentPackages({ packages: { 'node_modules/zod': zod, 'node_modules/x': { ...foreign, dev: true } } }),
    false,
  );
  assert.equal(hasDevelopmentPackages({}), false);
});
