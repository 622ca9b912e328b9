import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#server/testing/free-port';
import { projectFolder } from '#server/testing/server-process';
import { findPrograms, type Programs } from './packages.ts';
import { createProgram } from './program.ts';
import { waitForPort } from './proxies.ts';

/** A server for the tests of the API: PostgreSQL 15 of Debian, directly or through PgBouncer. */
export type TestServer = 'postgresql-15' | 'pgbouncer';

const address = '127.0.0.1';

/** Few server connections of each database, so that transactions of the tests share them. */
const poolSize = 4;

/** Runs the tests of the API on a server. Prints their output. @returns their exit status */
export const runApiTests = async (server: TestServer, directory: string): Promise<number> => {
  const programs = await findPrograms(directory);
  const password = randomBytes(16).toString('hex');
  const [port, poolerPort] = [await findFreePort(), await findFreePort()];
  const postgres = await createPostgres(programs, directory, { port, password });
  const pgbouncer = await createPgbouncer(programs, directory, { port, password, poolerPort });
  const url = (at: number) => `postgres://postgres:${password}@${address}:${at}/postgres`;
  try {
    postgres.start();
    await waitForPort(postgres, port);
    const env = { ...process.env, TEST_POSTGRES_URL: url(port) };
    if (server === 'pgbouncer') {
      pgbouncer.start();
      await waitForPort(pgbouncer, poolerPort);
      Object.assign(env, { TEST_POSTGRES_POOLER_URL: url(poolerPort) });
    }
    const tests = spawn(process.execPath, ['test.mjs', '--only', 'api'], { cwd: projectFolder, env, stdio: 'inherit' });
    const [status] = await once(tests, 'exit');
    return Number(status ?? 1);
  } finally {
    for (const program of [pgbouncer, postgres]) await program.kill();
  }
};

type Settings = { port: number; password: string };

const createPostgres = async (programs: Programs, directory: string, { port, password }: Settings) => {
  const { owner, environment, postgresFolder } = programs;
  const [data, passwordFile] = [join(directory, 'data'), join(directory, 'password')];
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const path of [directory, passwordFile]) await chown(path, owner.uid, owner.gid);
  // As for the tests on PostgreSQL 18: an English collation.
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
  const options = { ...owner, cwd: directory, env: environment };
  await promisify(execFile)(join(postgresFolder, 'initdb'), [`--pgdata=${data}`, ...text, ...access], options);
  const settings = [
    ...[`listen_addresses=${address}`, `port=${port}`, 'unix_socket_directories=', 'max_connections=500', 'jit=off'],
    // Temporary files may be lost in a crash.
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ].flatMap(setting => ['-c', setting]);
  return createProgram(programs, directory, 'postgresql', [join(postgresFolder, 'postgres'), '-D', data, ...settings]);
};

const createPgbouncer = async (
  programs: Programs,
  directory: string,
  { port, password, poolerPort }: Settings & { poolerPort: number },
) => {
  const [file, authFile] = [join(directory, 'pgbouncer.ini'), join(directory, 'userlist.txt')];
  await writeFile(authFile, `"postgres" "${password}"\n`);
  // Unlike deploy/pgbouncer.ini, for any database: each test creates its own.
  const lines = [
    ...['[databases]', `* = host=${address} port=${port}`, '[pgbouncer]'],
    ...[`listen_addr = ${address}`, `listen_port = ${poolerPort}`, 'unix_socket_dir ='],
    ...['auth_type = scram-sha-256', `auth_file = ${authFile}`, 'ignore_startup_parameters = extra_float_digits'],
    ...['pool_mode = transaction', `default_pool_size = ${poolSize}`, 'max_client_conn = 2000'],
    ...['server_login_retry = 1', 'server_connect_timeout = 3', 'query_wait_timeout = 10', 'server_idle_timeout = 10'],
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return createProgram(programs, directory, 'pgbouncer', [programs.pgbouncer, file]);
};
