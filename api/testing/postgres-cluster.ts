import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#server/testing/free-port';
import { type Binaries, chooseOwner, findBinaries, type Owner } from './postgres-binaries.ts';

/** A running PostgreSQL server with its files in a temporary directory. */
export type PostgresServer = { url: string; stop(): Promise<void> };

/** Faster settings that may lose data in a crash, which is acceptable for temporary files. */
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const settings = [...notDurable, 'max_connections=200'];

/**
 * Creates and starts a PostgreSQL server on a free port of 127.0.0.1. Its collation is English, as on most servers, and
 * not by code point as in SQLite, so that a missing `collate` clause fails tests.
 *
 * @throws {Error} with the output of PostgreSQL; removes its files
 */
export async function startCluster(): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'stardesk-postgres-'));
  const removeFiles = () => rm(directory, { recursive: true, force: true });
  try {
    const owner = chooseOwner();
    const binaries = await findBinaries(owner, directory);
    const password = randomBytes(16).toString('hex');
    await initialize(binaries, owner, directory, password);
    const port = await findFreePort();
    const server = await startServer(binaries, owner, directory, port);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        await stopServer(server);
        await removeFiles();
      },
    };
  } catch (error) {
    await removeFiles();
    throw error;
  }
}

async function initialize({ initdb }: Binaries, owner: Owner, directory: string, password: string): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const path of [directory, passwordFile]) await chown(path, owner.uid, owner.gid);
  }
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`];
  const options = [`--pgdata=${join(directory, 'data')}`, ...text, ...access, '--no-sync'];
  await promisify(execFile)(initdb, options, { ...owner, cwd: directory });
}

async function startServer(
  { postgres }: Binaries,
  owner: Owner,
  directory: string,
  port: number,
): Promise<ChildProcess> {
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const options = [...network, ...settings].flatMap(setting => ['-c', setting]);
  const child = spawn(postgres, ['-D', join(directory, 'data'), ...options], {
    ...owner,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(log)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  return child;
}

/** SIGQUIT is PostgreSQL's immediate shutdown. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGQUIT');
  await once(server, 'exit');
}
