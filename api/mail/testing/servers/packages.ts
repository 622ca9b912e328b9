import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { namespace, wrapInNamespace } from './namespace.ts';

const run = promisify(execFile);

/** The folder of the unpacked Debian packages, or the reason why it is missing. */
export type MailServerPackages = { root: string } | { missing: string };

const packageNames = ['dovecot-imapd', 'dovecot-lmtpd', 'exim4-daemon-light'];

const defaultCache = fileURLToPath(new URL('../../../../node_modules/.cache/mail-servers', import.meta.url));

/**
 * This machine lacks apt, the network, user namespaces or the required version of Dovecot. Every other error is a fault
 * of the tests.
 */
class UnavailableError extends Error {}

let found: Promise<MailServerPackages> | undefined;

/**
 * Finds Dovecot and Exim: downloads and unpacks their Debian packages once, without installing them. Needs no root, but
 * apt, the network for the first time, and user namespaces.
 */
export const findMailServers = (): Promise<MailServerPackages> => {
  found ??= prepareMailServers(defaultCache, process.env);
  return found;
};

/** @param env the environment of the programs that it runs */
export const prepareMailServers = async (cache: string, env: NodeJS.ProcessEnv): Promise<MailServerPackages> => {
  try {
    await requireNamespaces(env);
    const root = join(cache, 'root');
    if (!existsSync(root)) await unpack(cache, root, env);
    await requireVersion(root, env);
    return { root };
  } catch (error) {
    if (error instanceof UnavailableError) return { missing: `Dovecot and Exim are not available: ${error.message}` };
    throw error;
  }
};

const timeout = 10_000;

/** Runs a program. @throws UnavailableError with the last line of its output */
const runOptional = async (
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
) =>
  run(program, args, { timeout, ...options }).catch(
    (error: Error & { code?: unknown; killed?: boolean; stderr?: string }) => {
      const lastLine = (error.stderr || error.message).trim().split('\n').at(-1);
      const reason = error.killed
        ? `did not end within ${timeout / 1000} s`
        : error.code === 'ENOENT'
          ? 'not found'
          : lastLine;
      throw new UnavailableError(`${program}: ${reason}`, { cause: error });
    },
  );

/** Creates namespaces and mounts, as `run-in-namespace.sh` does. Faults of that script must not skip a test. */
const requireNamespaces = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const [program, ...args] = [...namespace, 'mount', '-t', 'overlay', 'overlay', '-o', 'lowerdir=/etc:/usr', '/usr'];
  await runOptional(String(program), args, { env });
};

/** @throws UnavailableError for another version, such as that of a later Debian */
const requireVersion = async (root: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const [program, ...args] = wrapInNamespace(root, ['dovecot', '--version']);
  const { stdout } = await run(program, args, { env });
  const [, version] = /^(\d+\.\d+)\./.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`Dovecot printed no version: ${stdout}`);
  if (version !== '2.3') throw new UnavailableError(`the tests configure Dovecot 2.3, and this is ${version}`);
};

/** Only a complete folder gets the name `root`. */
const unpack = async (cache: string, root: string, env: NodeJS.ProcessEnv): Promise<void> => {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    for (const file of await download(folder, env)) await run('dpkg', ['-x', join(folder, file), folder], { env });
    const lib = join(folder, 'lib');
    // Where /lib is a link to /usr/lib, packages may still use the old name.
    if (existsSync(lib)) await cp(lib, join(folder, 'usr/lib'), { recursive: true, verbatimSymlinks: true });
    for (const [file, line] of Object.entries(accounts)) await writeFile(join(folder, 'etc', file), line);
    await rename(folder, root).catch(error => {
      if (!existsSync(root)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Exim requires a user of this name. */
const accounts = { passwd: 'Debian-exim:x:65534:65534::/:/bin/sh\n', group: 'Debian-exim:x:65534:\n' };

/** Downloads the packages, and the dependencies that this system lacks. */
const download = async (folder: string, env: NodeJS.ProcessEnv): Promise<string[]> => {
  const simulation = ['install', '--simulate', '--no-install-recommends', ...packageNames];
  const { stdout } = await runOptional('apt-get', simulation, { env });
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  // One after the other, so that the time limit applies to each package.
  for (const name of names)
    await runOptional('apt-get', ['download', '-o', 'Acquire::Retries=0', name], { env, cwd: folder });
  return (await readdir(folder)).filter(file => file.endsWith('.deb'));
};
