import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError } from '#server/config-error';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { readSecrets } from './secrets.ts';
import { makeDirectory } from './testing/desk.ts';

const key = 'ab'.repeat(32);
const client = { OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b' };

async function read(env: Record<string, string>, patienceMs = 0) {
  const secrets = await readSecrets(readConfig(env), { patienceMs, clock: Date.now, log: createLog('silent') });
  return { client: secrets.client, sessionKeys: await secrets.sessionKeys() };
}

describe('the secrets', () => {
  it('come from the environment, and then nothing is written anywhere', async () => {
    const secrets = await read({ ...client, SESSION_KEYS: key, DATA_DIR: '/nowhere' });
    assert.deepEqual(secrets, { client: { id: 'a', secret: 'b' }, sessionKeys: [key] });
  });

  it('need nothing but the client’s credentials: a session key is made, and kept for its owner alone', async t => {
    const dataDir = join(makeDirectory(t), 'data');
    const [first, second] = [
      await read({ ...client, DATA_DIR: dataDir }),
      await read({ ...client, DATA_DIR: dataDir }),
    ];
    assert.match(first.sessionKeys.join(), /^[0-9a-f]{64}$/);
    assert.deepEqual(second, first);
    assert.deepEqual(readdirSync(dataDir), ['session-keys.json']);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dataDir, 'session-keys.json')).mode & 0o777, 0o600);
  });

  it('are the same for twenty first starts at once', async t => {
    const dataDir = makeDirectory(t);
    const starts = await Promise.all(Array.from({ length: 20 }, () => read({ ...client, DATA_DIR: dataDir })));
    assert.equal(new Set(starts.map(({ sessionKeys }) => sessionKeys.join())).size, 1);
    assert.deepEqual(readdirSync(dataDir), ['session-keys.json'], 'no draft stays behind');
  });

  it('wait for the client while the first start of the api is still making it', async t => {
    const dataDir = makeDirectory(t);
    const reading = read({ DATA_DIR: dataDir }, 10_000);
    writeFileSync(join(dataDir, 'bff-client.json'), JSON.stringify({ client_id: 'a', client_secret: 'b' }));
    assert.deepEqual((await reading).client, { id: 'a', secret: 'b' });
  });

  it('are named, all that lack, when they cannot be had', async t => {
    const dataDir = join(makeDirectory(t), 'not', 'there');
    await assert.rejects(read({ DATA_DIR: dataDir }), error => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.problems[0] ?? '', /^OAUTH_CLIENT_ID is not set, and .*bff-client\.json did not appear/);
      assert.match(error.problems[0] ?? '', /"npm run desk -- clients web-app" .*prints what to set/);
      assert.match(error.problems[1] ?? '', /^SESSION_KEYS is not set, and there are none in DATA_DIR: ENOENT/);
      return true;
    });
  });

  it('are refused without being shown when a file holds something else', async t => {
    const dataDir = makeDirectory(t);
    writeFileSync(join(dataDir, 'bff-client.json'), '{"client_id":"a","client_secret":');
    writeFileSync(join(dataDir, 'session-keys.json'), JSON.stringify({ keys: ['hunter2'] }));
    await assert.rejects(read({ DATA_DIR: dataDir }), error => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.problems.length, 2);
      assert.doesNotMatch(error.message, /hunter2|client_secret/);
      return true;
    });
  });

  it('are asked for by name where DATA_DIR cannot be written', async t => {
    const dataDir = makeDirectory(t);
    mkdirSync(join(dataDir, 'session-keys.json'));
    await assert.rejects(read({ ...client, DATA_DIR: dataDir }), /^ConfigError: SESSION_KEYS is not set, and .*EISDIR/);
  });
});
