import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { isMountedInMemory } from './temporary-directory.mjs';

describe('isMountedInMemory', () => {
  const disk = '/dev/sda / ext4 rw,relatime 0 0';
  const memory = 'tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0';

  it('uses the last mount of a folder', () => {
    assert.ok(isMountedInMemory(`${disk}\n${memory}\n`, '/dev/shm'));
    assert.ok(!isMountedInMemory(`${disk}\n`, '/dev/shm'));
    assert.ok(!isMountedInMemory(`${memory}\n/dev/sda /dev/shm ext4 rw 0 0\n`, '/dev/shm'));
  });

  it('rejects noexec, since PostgreSQL’s programs are copied there', () => {
    assert.ok(!isMountedInMemory(`${disk}\ntmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0\n`, '/dev/shm'));
  });
});

describe('the folder for temporary files', () => {
  const program = `import { tmpdir } from 'node:os';
    import { existsSync } from 'node:fs';
    import { putTemporaryFilesInMemory } from ${JSON.stringify(new URL('temporary-directory.mjs', import.meta.url))};
    putTemporaryFilesInMemory();
    console.log(JSON.stringify([tmpdir(), existsSync(tmpdir())]));`;

  const run = (/** @type {string | undefined} */ TMPDIR) => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR },
    });
    return JSON.parse(stdout);
  };

  it('is TMPDIR if that is set', () => {
    assert.deepEqual(run(tmpdir()), [tmpdir(), true]);
  });

  it('is in memory if there is space, and is removed at exit', () => {
    const [folder, wasThere] = run(undefined);
    assert.ok(wasThere);
    assert.equal(existsSync(folder), !folder.startsWith('/dev/shm/'), folder);
  });
});
