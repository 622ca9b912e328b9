import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/free-port';
import type { Binaries } from '../../api/testing/postgres-binaries.ts';
import { startPostgresServer } from '../../api/testing/postgres-server.ts';
import { findPrograms, type Programs } from './packages.ts';
import { createProgram } from './program.ts';
import { waitForPort } from './proxies.ts';

/** One PostgreSQL 15 server with PgBouncer, without a cluster. */
export type Servers = { serverUrl: string; poolerUrl: string; binaries: Binaries; stop(): Promise<void> };

/** The server connections per database: few, so that transactions share them. */
const poolSize = 4;

/** Starts PostgreSQL 15 of Debian, and PgBouncer in front of it for any database. */
export const startServers = async (directory: string): Promise<Servers> => {
  const programs = await findPrograms(directory);
  const { postgresFolder, environment } = programs;
  const binaries = {
    ...{ initdb: join(postgresFolder, 'initdb'), postgres: join(postgresFolder, 'postgres') },
    env: environment,
  };
  const serverUrl = await startPostgresServer(binaries);
  const poolerUrl = new URL(serverUrl);
  poolerUrl.port = String(await findFreePort());
  const pgbouncer = await createPgbouncer(programs, directory, serverUrl, poolerUrl);
  pgbouncer.start();
  await waitForPort(pgbouncer, Number(poolerUrl.port));
  const stop = async () => {
    // PgBouncer 1.18 may exit after a cancel request (pgbouncer#801).
    if (!pgbouncer.isRunning()) {
      const log = await readFile(pgbouncer.logFile, 'utf8');
      console.error(`PgBouncer exited during the tests. Its last log lines:\n${log.split('\n').slice(-20).join('\n')}`);
    }
    await pgbouncer.kill();
  };
  return { serverUrl, poolerUrl: poolerUrl.href, binaries, stop };
};

const createPgbouncer = async (programs: Programs, directory: string, url: string, poolerUrl: URL) => {
  const { username, password, hostname, port } = new URL(url);
  const [file, authFile] = [join(directory, 'pgbouncer.ini'), join(directory, 'userlist.txt')];
  await writeFile(authFile, `"${username}" "${password}"\n`);
  // Unlike deploy/pgbouncer.ini, for any database: each test creates its own.
  const lines = [
    ...['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]'],
    ...[`listen_addr = ${hostname}`, `listen_port = ${poolerUrl.port}`, 'unix_socket_dir ='],
    ...['auth_type = scram-sha-256', `auth_file = ${authFile}`, 'ignore_startup_parameters = extra_float_digits'],
    ...['pool_mode = transaction', `default_pool_size = ${poolSize}`, 'max_client_conn = 2000'],
    ...[
      'server_login_retry = 0.5',
      'server_connect_timeout = 3',
      'query_wait_timeout = 10',
      'server_idle_timeout = 10',
    ],
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return createProgram(programs, directory, 'pgbouncer', [programs.pgbouncer, file]);
};
