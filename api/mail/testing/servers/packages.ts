import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { wrapInNamespace } from './namespace.ts';

const run = promisify(execFile);

/** The folder of the unpacked Debian packages, or the reason why there is none. */
export type MailServerPackages = { root: string } | { missing: string };

const wanted = ['dovecot-imapd', 'dovecot-lmtpd', 'exim4-daemon-light'];

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/mail-servers', import.meta.url));

let found: Promise<MailServerPackages> | undefined;

/**
 * Finds Dovecot and Exim: downloads and unpacks their Debian packages once, without installing them. Needs no root, but
 * apt, the network for the first time, and user namespaces.
 */
export const findMailServers = (): Promise<MailServerPackages> => {
  found ??= prepare().then(
    root => ({ root }),
    (error: Error & { stderr?: string }) => ({
      missing: `Dovecot and Exim are not available here: ${(error.stderr || error.message).trim().split('\n').at(-1)}`,
    }),
  );
  return found;
};

const prepare = async (): Promise<string> => {
  const root = join(cache, 'root');
  if (!existsSync(root)) await unpack(root);
  const [program, ...args] = wrapInNamespace(root, ['dovecot', '--version']);
  const { stdout: version } = await run(program, args);
  if (!version.startsWith('2.3.')) throw new Error(`the tests configure Dovecot 2.3, and this is ${version}`);
  return root;
};

/** Only a complete folder gets the name `root`. */
const unpack = async (root: string): Promise<void> => {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    for (const file of await download(folder)) await run('dpkg', ['-x', join(folder, file), folder]);
    // Where /lib is a link to /usr/lib, packages may still use the old name.
    await cp(join(folder, 'lib'), join(folder, 'usr/lib'), { recursive: true, verbatimSymlinks: true }).catch(() => {});
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

/** Downloads the packages and those that they need and this system lacks. */
const download = async (folder: string): Promise<string[]> => {
  const { stdout } = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...wanted]);
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  const options = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  await run('apt-get', ['download', ...options, ...names], { cwd: folder, timeout: 60_000 });
  return (await readdir(folder)).filter(file => file.endsWith('.deb'));
};
