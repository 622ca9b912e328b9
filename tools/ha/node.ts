import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/free-port';
import { fillTemplate } from './fill-template.ts';
import type { Programs } from './packages.ts';
import { createProgram, type Program } from './program.ts';

/** A database machine: Patroni and the PostgreSQL server that it runs. */
export type Node = Program & {
  postgresPort: number;
  patroniPort: number;
  /** Resolves to true if its Patroni says that it is the primary. False without a response. */
  isPrimary(): Promise<boolean>;
};

type Settings = { etcdHosts: string; passwords: { superuser: string; replication: string } };

const address = '127.0.0.1';

const responseMilliseconds = 1000;

/** Configures a node. Does not start it. */
export const createNode = async (
  programs: Programs,
  directory: string,
  name: string,
  { etcdHosts, passwords }: Settings,
): Promise<Node> => {
  const [postgresPort, patroniPort] = [await findFreePort(), await findFreePort()];
  const dataDir = join(directory, name);
  const runDir = join(directory, `${name}-run`);
  await mkdir(runDir, { recursive: true });
  const configuration = await fillTemplate('patroni.yml', {
    ...{ NODE_NAME: name, NODE_ADDRESS: address, PATRONI_PORT: patroniPort, POSTGRES_PORT: postgresPort },
    ...{ ETCD_HOSTS: etcdHosts, CLUSTER_NETWORK: `${address}/32` },
    ...{ POSTGRES_DATA_DIR: dataDir, POSTGRES_BIN_DIR: programs.postgresFolder, POSTGRES_RUN_DIR: runDir },
    ...{ SUPERUSER_PASSWORD: passwords.superuser, REPLICATION_PASSWORD: passwords.replication },
  });
  const file = join(directory, `${name}.yml`);
  await writeFile(file, configuration);
  // Patroni starts PostgreSQL in a session of its own, which outlives Patroni.
  const program = createProgram(programs, directory, name, [...programs.patroni, file], () => readPostmaster(dataDir));
  const url = `http://${address}:${patroniPort}`;
  const isPrimary = () =>
    fetch(`${url}/primary`, { signal: AbortSignal.timeout(responseMilliseconds) }).then(
      async response => {
        await response.body?.cancel();
        return response.status === 200;
      },
      () => false,
    );
  return { ...program, postgresPort, patroniPort, isPrimary };
};

/** Reads the process that a data directory belongs to. The file of a killed server may name another process. */
const readPostmaster = (dataDir: string): number[] => {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(dataDir) ? [pid] : [];
};
