import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { prepareMailServers } from './packages.ts';

const succeed = 'exit 0';
const listPackages = 'echo "Inst dovecot-imapd (1:2.3.19)"';

describe('the packages of mail servers', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stardesk-packages-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  /** Prepares the packages on a machine that has only these programs. */
  const prepareWith = async (programs: Record<string, string>) => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    for (const [name, script] of Object.entries(programs))
      await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return prepareMailServers(join(folder, 'cache'), { PATH: bin });
  };

  for (const [title, programs, missing] of [
    ['namespaces', {}, /unshare: not found$/],
    ['the right to create namespaces', { unshare: 'echo "unshare failed" >&2; exit 1' }, /unshare: unshare failed$/],
    ['apt', { unshare: succeed }, /apt-get: not found$/],
    [
      'the network',
      { unshare: succeed, 'apt-get': `[ "$1" = install ] && ${listPackages}` },
      /apt-get: Command failed/,
    ],
  ] as const)
    it(`are missing without ${title}`, async () => {
      const found = await prepareWith(programs);
      assert.match('missing' in found ? found.missing : '', missing);
    });

  it('cause an error, not a skipped test, on any other failure', async () => {
    const download = '[ "$1" = install ] || echo > dovecot.deb';
    await assert.rejects(prepareWith({ unshare: succeed, 'apt-get': `${listPackages}; ${download}` }), /dpkg ENOENT/);
  });
});
