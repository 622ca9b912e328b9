import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Thrown if this machine lacks a program, the network or a package. Any other error is a bug. */
export class UnavailableError extends Error {}

type Options = {
  /** The folder that stores the unpacked packages. */
  cache: string;
  /** The environment of apt and dpkg. */
  env: NodeJS.ProcessEnv;
  /** Returns the names of the packages to download. */
  listNames(): Promise<readonly string[]>;
  /** Changes the unpacked files before they are used. */
  prepare?(folder: string): Promise<void>;
};

/**
 * Downloads and unpacks Debian packages once, without installing them. Needs apt and, for the first time, the
 * network, but no root privileges.
 *
 * @returns the folder of the unpacked files
 * @throws UnavailableError without apt, the network or a package
 */
export async function unpackDebianPackages({ cache, env, listNames, prepare }: Options): Promise<string> {
  const root = join(cache, 'root');
  if (existsSync(root)) return root;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    for (const file of await download(await listNames(), folder, env))
      await run('dpkg', ['-x', join(folder, file), folder], { env });
    const lib = join(folder, 'lib');
    // Packages may still use the name /lib on systems where /lib is a link to /usr/lib.
    if (existsSync(lib)) await cp(lib, join(folder, 'usr/lib'), { recursive: true, verbatimSymlinks: true });
    await prepare?.(folder);
    // Only a complete folder gets the name `root`.
    await rename(folder, root).catch(error => {
      if (!existsSync(root)) throw error;
    });
    return root;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the packages that apt would install: the named packages and their missing dependencies.
 * @throws UnavailableError without apt, or for an unknown package
 */
export async function simulateInstallation(names: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout } = await runOptional('apt-get', ['install', '--simulate', '--no-install-recommends', ...names], {
    env,
  });
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
}

/** Downloads one package at a time, so that the time limit applies to each package. Returns the file names. */
async function download(names: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  for (const name of names)
    await runOptional('apt-get', ['download', '-o', 'Acquire::Retries=0', name], { env, cwd: folder });
  return (await readdir(folder)).filter(file => file.endsWith('.deb'));
}

/** Runs a program. @throws UnavailableError with the last line of its output */
export const runOptional = (
  program: string,
  args: readonly string[],
  { env, cwd, timeout = 10_000 }: { env: NodeJS.ProcessEnv; cwd?: string; timeout?: number },
) =>
  run(program, args, { env, cwd, timeout }).catch(
    (error: Error & { code?: unknown; killed?: boolean; stderr?: string }) => {
      const lastLine = (error.stderr || error.message).trim().split('\n').at(-1);
      const reason = error.killed
        ? `did not finish within ${timeout / 1000} s`
        : error.code === 'ENOENT'
          ? 'not found'
          : lastLine;
      throw new UnavailableError(`${program}: ${reason}`, { cause: error });
    },
  );
