import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { findBrowser, listCandidates } from './browser.mjs';

describe('findBrowser', () => {
  it('searches every folder of the PATH, for Chrome before Chromium', () => {
    const candidates = listCandidates(['/usr/bin', '', '/snap/bin'].join(delimiter));
    assert.equal(candidates[0], join('/usr/bin', 'google-chrome'));
    assert.ok(candidates.includes(join('/snap/bin', 'chromium')));
    assert.ok(
      candidates.indexOf(join('/snap/bin', 'google-chrome')) < candidates.indexOf(join('/usr/bin', 'chromium')),
    );
  });

  it('rejects a CHROMIUM_PATH that does not start', async () => {
    assert.equal(await findBrowser({ CHROMIUM_PATH: process.execPath }), process.execPath);
    await assert.rejects(
      findBrowser({ CHROMIUM_PATH: '/nowhere/chrome' }),
      /^LaunchError: CHROMIUM_PATH is \/nowhere\/chrome/,
    );
  });
});
