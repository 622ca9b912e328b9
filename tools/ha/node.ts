import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/free-port';
import { createTcpProxy, type TcpProxy } from '#server/testing/tcp-proxy';
import { fillTemplate } from './fill-template.ts';
import type { Programs } from './packages.ts';
import { createProgram, type Program } from './program.ts';
import type { SmallDisk } from './small-disk.ts';

/** The proxies around a node: each connection to or from another machine goes through one of them. */
export type Links = Record<'etcd' | 'standby' | 'clients' | 'patroni', TcpProxy>;

/** A database machine: Patroni and the PostgreSQL server that it runs. */
export type Node = Program & {
  /** Its own ports. Only these tools connect to them; all other connections go through the links. */
  postgresPort: number;
  patroniPort: number;
  links: Links;
  /** The small file system with the desk's tables; null if they are in the data directory. */
  disk: SmallDisk | null;
  /** Resolves to whether the node's Patroni reports it as the primary; to false without a response. */
  isPrimary(): Promise<boolean>;
};

type Settings = {
  etcdHosts: string;
  passwords: { superuser: string; replication: string };
  disk: SmallDisk | null;
};

const address = '127.0.0.1';

const responseMilliseconds = 1000;

/** Configures a node. Does not start it. */
export const createNode = async (
  programs: Programs,
  directory: string,
  name: string,
  { etcdHosts, passwords, disk }: Settings,
): Promise<Node> => {
  const [postgresPort, patroniPort] = [await findFreePort(), await findFreePort()];
  const dataDir = join(directory, name);
  const runDir = join(directory, `${name}-run`);
  await mkdir(runDir, { recursive: true });
  const links = await createLinks(etcdHosts, postgresPort, patroniPort);
  const configuration = await fillTemplate('patroni.yml', {
    ...{ NODE_NAME: name, NODE_ADDRESS: address, PATRONI_PORT: patroniPort, POSTGRES_PORT: postgresPort },
    ...{ ETCD_HOSTS: `${address}:${getPort(links.etcd)}`, CLUSTER_NETWORK: `${address}/32` },
    ...{ POSTGRES_DATA_DIR: dataDir, POSTGRES_BIN_DIR: programs.postgresFolder, POSTGRES_RUN_DIR: runDir },
    ...{ SUPERUSER_PASSWORD: passwords.superuser, REPLICATION_PASSWORD: passwords.replication },
  });
  const file = join(directory, `${name}.yml`);
  await writeFile(file, configuration);
  const linked = { ...programs, environment: { ...programs.environment, ...linkEnvironment(links) } };
  const commandLine = [...programs.patroni, file];
  const entered = disk?.enter(commandLine) ?? commandLine;
  // Patroni starts PostgreSQL in a session of its own, which outlives Patroni.
  const program = createProgram(linked, directory, name, entered, () => readPostmaster(dataDir));
  const url = `http://${address}:${patroniPort}`;
  const isPrimary = () =>
    fetch(`${url}/primary`, { signal: AbortSignal.timeout(responseMilliseconds) }).then(
      async response => {
        await response.body?.cancel();
        return response.status === 200;
      },
      () => false,
    );
  return { ...program, postgresPort, patroniPort, links, disk, isPrimary };
};

export const getPort = ({ url }: TcpProxy): string => new URL(url).port;

const createLinks = async (etcdHosts: string, postgresPort: number, patroniPort: number): Promise<Links> => ({
  etcd: await createTcpProxy(`tcp://${etcdHosts}`),
  standby: await createTcpProxy(`tcp://${address}:${postgresPort}`),
  clients: await createTcpProxy(`tcp://${address}:${postgresPort}`),
  patroni: await createTcpProxy(`tcp://${address}:${patroniPort}`),
});

/**
 * Makes Patroni announce the proxies. Also stops Patroni from replacing the proxy of etcd with the address that etcd
 * announces.
 */
const linkEnvironment = ({ standby, patroni }: Links) => ({
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${getPort(standby)}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${getPort(patroni)}`,
  PATRONI_ETCD3_USE_PROXIES: 'true',
});

/**
 * Returns the PID of the PostgreSQL server of a data directory, or []. The file of a killed server may name another
 * process.
 */
const readPostmaster = (dataDir: string): number[] => {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(dataDir) ? [pid] : [];
};
