import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { startServerDuringTest } from '#server/testing/server-process';
import { isSignedIn } from '../testing/browser.ts';
import { makeDirectory } from '../testing/desk.ts';
import { apiEnvironment, createPersonBrowsers, signInAsAdmin } from '../testing/real-desk.ts';

describe('node api/main.ts and node bff/main.ts', () => {
  it('share their client and keys in the data directory, in any start order', async t => {
    const dataDir = makeDirectory(t);
    const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
    const publicUrl = `http://127.0.0.1:${port}`;
    const urls = { PUBLIC_URL: publicUrl, HOST: '127.0.0.1', DATA_DIR: dataDir };
    const [bff, api] = await Promise.all([
      startServerDuringTest(t, 'bff/main.ts', {
        ...urls,
        PORT: `${port}`,
        API_PORT: `${apiPort}`,
        LOG_LEVEL: 'trace',
      }),
      startServerDuringTest(t, 'api/main.ts', { ...apiEnvironment(publicUrl, dataDir), API_PORT: String(apiPort) }),
    ]);
    const person = createPersonBrowsers(bff.url, api.url);
    await signInAsAdmin(person);
    assert.equal(await isSignedIn(person.desk), true);

    const files = ['bff-client.json', 'session-keys.json'].map(name => readFileSync(join(dataDir, name), 'utf8'));
    const secrets = files.flatMap(text => text.match(/[\da-f]{32,}/g) ?? []);
    assert.equal(secrets.length, 2, "the client's secret and a session key");
    await bff.stop();
    for (const secret of [...secrets, ...[...person.desk.cookies.values()].map(cookie => cookie.value)]) {
      assert.ok(bff.outputLines.every(line => !line.includes(secret)));
    }
    assert.match(bff.outputLines.join('\n'), /"path":"\/auth"/);
  });
});
