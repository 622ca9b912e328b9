import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  runOptional,
  simulateInstallation,
  UnavailableError,
  unpackDebianPackages,
} from '#server/testing/debian-packages';
import { namespace, wrapInNamespace } from './namespace.ts';

const run = promisify(execFile);

/** The folder of the unpacked Debian packages, or the reason why it is missing. */
export type MailServerPackages = { root: string } | { missing: string };

const packageNames = ['dovecot-imapd', 'dovecot-lmtpd', 'exim4-daemon-light'];

const defaultCache = fileURLToPath(new URL('../../../../node_modules/.cache/mail-servers', import.meta.url));

let found: Promise<MailServerPackages> | undefined;

/**
 * Finds Dovecot and Exim: downloads and unpacks their Debian packages once, without installing them. Needs apt, user
 * namespaces and, the first time, the network. Does not need root.
 */
export const findMailServers = (): Promise<MailServerPackages> => {
  found ??= prepareMailServers(defaultCache, process.env);
  return found;
};

/** @param env the environment of the programs that are run */
export const prepareMailServers = async (cache: string, env: NodeJS.ProcessEnv): Promise<MailServerPackages> => {
  try {
    await requireNamespaces(env);
    const listNames = () => simulateInstallation(packageNames, env);
    const root = await unpackDebianPackages({ cache, env, listNames, prepare: addAccounts });
    await requireVersion(root, env);
    return { root };
  } catch (error) {
    if (error instanceof UnavailableError) return { missing: `Dovecot and Exim are not available: ${error.message}` };
    throw error;
  }
};

/**
 * Checks that namespaces and mounts are available. Does not run `run-in-namespace.sh`, because an error in that script
 * must fail the tests instead of skipping them.
 */
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

/** Exim requires a user of this name. */
const accounts = { passwd: 'Debian-exim:x:65534:65534::/:/bin/sh\n', group: 'Debian-exim:x:65534:\n' };

const addAccounts = async (folder: string): Promise<void> => {
  for (const [file, line] of Object.entries(accounts)) await writeFile(join(folder, 'etc', file), line);
};
