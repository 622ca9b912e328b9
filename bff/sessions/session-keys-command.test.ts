import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runToExit } from '#server/testing/server-process';
import { createTemporaryDirectory, firstKey } from '../testing/desk.ts';
import { createKeyFile, getKeyFilePath } from './session-key-file.ts';

const command = 'bff/sessions/session-keys-command.ts';

describe('npm run session-keys -- rotate', () => {
  it('puts a new key in front of the old key, and prints no key', async t => {
    const DATA_DIR = createTemporaryDirectory(t);
    await createKeyFile(getKeyFilePath(DATA_DIR));
    const { code, stderr, stdout } = await runToExit(command, { DATA_DIR }, ['rotate', '--json']);
    assert.deepEqual([code, stderr], [0, '']);
    const { keys } = JSON.parse(readFileSync(getKeyFilePath(DATA_DIR), 'utf8'));
    assert.equal(keys.length, 2);
    assert.equal(JSON.parse(stdout).opens_until, keys[1].opens_until);
    for (const { key } of keys) assert.ok(!stdout.includes(key));
  });

  for (const [when, args, env, expected] of [
    [
      'the keys are in SESSION_KEYS',
      ['rotate'],
      { SESSION_KEYS: firstKey },
      /^SESSION_KEYS is set, .*1\. Append a new key/s,
    ],
    ['the key file is missing', ['rotate'], {}, /^DATA_DIR has no session-keys\.json yet/],
    ['the subcommand is unknown', ['list'], {}, /^npm run session-keys -- rotate/],
    ['an option does not exist', ['rotate', '--now'], {}, /^Unknown option '--now'/],
    ['a variable is invalid', ['rotate'], { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535\n$/],
  ] as const) {
    it(`exits with 1 and explains what to do if ${when}`, async t => {
      const { code, stderr, stdout } = await runToExit(
        command,
        { DATA_DIR: createTemporaryDirectory(t), ...env },
        args,
      );
      assert.equal(code, 1);
      assert.match(stderr, expected);
      assert.equal(stdout, '');
    });
  }
});
