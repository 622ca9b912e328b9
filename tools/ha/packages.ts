import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { simulateInstallation, UnavailableError, unpackDebianPackages } from '#server/testing/debian-packages';
import { projectFolder } from '#server/testing/server-process';
import { chooseOwner, type Owner } from '../../api/testing/postgres-binaries.ts';
import { unpackPatroni } from './patroni-package.ts';

/** The programs of the cluster by absolute path, and how to run them. */
export type Programs = {
  etcd: string;
  haproxy: string;
  pgbouncer: string;
  /** The program and first argument of Patroni. */
  patroni: readonly [string, string];
  /** The folder of the programs of PostgreSQL. */
  postgresFolder: string;
  /** The user that runs the programs; never root. */
  owner: Owner;
  environment: Record<string, string>;
};

/** The packages to unpack, even if they are installed: the cluster runs only unpacked programs. */
const packageNames = [
  ...['postgresql-15', 'postgresql-client-15', 'libpq5', 'etcd-server', 'haproxy', 'pgbouncer'],
  ...['cdiff', 'click', 'cryptography', 'dateutil', 'dnspython', 'etcd', 'pkg-resources', 'prettytable'].map(
    name => `python3-${name}`,
  ),
  ...['psutil', 'psycopg2', 'pysyncobj', 'six', 'urllib3', 'wcwidth', 'yaml'].map(name => `python3-${name}`),
];

/** The system's own libraries, and a compiler that is not needed with `jit: off`. */
const unusedPackages = /^(libc6|libc-bin|libllvm14|libz3-4|python3|python3\.11|python3-minimal|.*-dev)$/;

/** Debian's interpreter. Other interpreters cannot load Debian's compiled modules. */
const python = '/usr/bin/python3';

const cache = join(projectFolder, 'node_modules/.cache/ha-cluster');

/**
 * Unpacks the programs once, below node_modules/.cache.
 *
 * @param directory for a copy, if the unprivileged user cannot read the project's folder
 * @throws an error that names what this machine lacks
 */
export const findPrograms = async (directory: string): Promise<Programs> => {
  if (process.platform !== 'linux') throw new Error('The cluster needs Linux, with the packages of Debian 12.');
  if (!existsSync(python)) throw new Error(`The cluster needs ${python}: install Debian's package python3.`);
  const options = { cache, env: process.env, listNames, prepare: unpackPatroni };
  const unpacked = await unpackDebianPackages(options).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error;
    throw new Error(
      `The packages of the cluster cannot be downloaded. The download needs dpkg, and apt with the packages of Debian 12. ${error.message}`,
      { cause: error },
    );
  });
  const owner = chooseOwner();
  const root = canRun(unpacked, owner) ? unpacked : await copy(unpacked, directory);
  if (!canRun(root, owner)) throw new Error(`etcd of ${root} does not run. Delete ${cache} and try again.`);
  return listPrograms(root, owner);
};

const listNames = async (): Promise<string[]> => {
  const dependencies = await simulateInstallation(packageNames, process.env);
  const libraries = ['libc-ares2', 'libevent-2.1-7', 'libldap-2.5-0', 'libxslt1.1'];
  return [...new Set([...packageNames, ...libraries, ...dependencies])].filter(name => !unusedPackages.test(name));
};

const canRun = (root: string, owner: Owner): boolean =>
  spawnSync(join(root, 'usr/bin/etcd'), ['--version'], { ...owner, cwd: '/' }).status === 0;

const copy = async (unpacked: string, directory: string): Promise<string> => {
  const root = join(directory, 'programs');
  await cp(unpacked, root, { recursive: true, verbatimSymlinks: true });
  return root;
};

const listPrograms = (root: string, owner: Owner): Programs => {
  const libraries = join(root, 'usr/lib');
  const triplet = readdirSync(libraries).find(name => /^\w+-linux-gnu\w*$/.test(name)) ?? '';
  return {
    etcd: join(root, 'usr/bin/etcd'),
    haproxy: join(root, 'usr/sbin/haproxy'),
    pgbouncer: join(root, 'usr/sbin/pgbouncer'),
    patroni: [python, join(root, 'usr/bin/patroni')],
    postgresFolder: join(libraries, 'postgresql/15/bin'),
    owner,
    environment: {
      PATH: '/usr/bin:/bin',
      LD_LIBRARY_PATH: join(libraries, triplet),
      PYTHONPATH: join(libraries, 'python3/dist-packages'),
      LC_ALL: 'C.UTF-8',
    },
  };
};
