import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError } from '#server/config-error';
import { readBffConfig } from './config.ts';
import { createBffLog } from './log.ts';
import { readSecrets } from './secrets.ts';
import { createTemporaryDirectory } from './testing/desk.ts';

const key = 'ab'.repeat(32);
const client = { OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b' };

async function readTestSecrets(env: Record<string, string>, timeoutMilliseconds = 0) {
  const secrets = await readSecrets(readBffConfig(env), {
    timeoutMilliseconds,
    clock: Date.now,
    log: createBffLog('silent'),
  });
  return { client: secrets.client, sessionKeys: await secrets.sessionKeys() };
}

describe('the secrets', () => {
  it('come from the environment without writing a file', async () => {
    const secrets = await readTestSecrets({ ...client, SESSION_KEYS: key, DATA_DIR: '/nowhere' });
    assert.deepEqual(secrets, { client: { id: 'a', secret: 'b' }, sessionKeys: [key] });
  });

  it('include a generated session key that only its owner can read', async t => {
    const dataDir = join(createTemporaryDirectory(t), 'data');
    const [first, second] = [
      await readTestSecrets({ ...client, DATA_DIR: dataDir }),
      await readTestSecrets({ ...client, DATA_DIR: dataDir }),
    ];
    assert.match(first.sessionKeys.join(), /^[0-9a-f]{64}$/);
    assert.deepEqual(second, first);
    assert.deepEqual(readdirSync(dataDir), ['session-keys.json']);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dataDir, 'session-keys.json')).mode & 0o777, 0o600);
  });

  it('are the same for twenty concurrent first starts', async t => {
    const dataDir = createTemporaryDirectory(t);
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => readTestSecrets({ ...client, DATA_DIR: dataDir })),
    );
    assert.equal(new Set(starts.map(({ sessionKeys }) => sessionKeys.join())).size, 1);
    assert.deepEqual(readdirSync(dataDir), ['session-keys.json'], 'no temporary file is left');
  });

  it('include the client from a file that the API creates while the bff starts', async t => {
    const dataDir = createTemporaryDirectory(t);
    const reading = readTestSecrets({ DATA_DIR: dataDir }, 10_000);
    writeFileSync(join(dataDir, 'bff-client.json'), JSON.stringify({ client_id: 'a', client_secret: 'b' }));
    assert.deepEqual((await reading).client, { id: 'a', secret: 'b' });
  });

  it('are all listed when they are missing', async t => {
    const dataDir = join(createTemporaryDirectory(t), 'not', 'there');
    await assert.rejects(readTestSecrets({ DATA_DIR: dataDir }), error => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.problems[0] ?? '', /^OAUTH_CLIENT_ID is not set, and .*bff-client\.json did not appear/);
      assert.match(
        error.problems[0] ?? '',
        /"npm run desk -- clients web-app" on the API host and set the variables that the command prints/,
      );
      assert.match(
        error.problems[1] ?? '',
        /^SESSION_KEYS is not set, and DATA_DIR has no usable session keys: ENOENT/,
      );
      return true;
    });
  });

  it('are rejected but not printed when a file is malformed', async t => {
    const dataDir = createTemporaryDirectory(t);
    writeFileSync(join(dataDir, 'bff-client.json'), '{"client_id":"a","client_secret":');
    writeFileSync(join(dataDir, 'session-keys.json'), JSON.stringify({ keys: ['hunter2'] }));
    await assert.rejects(readTestSecrets({ DATA_DIR: dataDir }), error => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.problems.length, 2);
      assert.doesNotMatch(error.message, /hunter2|client_secret/);
      return true;
    });
  });

  it('are reported as missing, with the reason, when session-keys.json is a directory', async t => {
    const dataDir = createTemporaryDirectory(t);
    mkdirSync(join(dataDir, 'session-keys.json'));
    await assert.rejects(
      readTestSecrets({ ...client, DATA_DIR: dataDir }),
      /^ConfigError: SESSION_KEYS is not set, and .*EISDIR/,
    );
  });
});
