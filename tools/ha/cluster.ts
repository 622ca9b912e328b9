import { randomBytes } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '#server/testing/free-port';
import { waitUntil } from '../wait-until.ts';
import { createNode, getPort, type Node } from './node.ts';
import { findPrograms, type Programs } from './packages.ts';
import { createProgram, type Program } from './program.ts';
import { createProxies, waitForPort } from './proxies.ts';
import { startSmallDisk } from './small-disk.ts';

/** How the API reaches the primary: through a proxy, or by the list of all hosts. */
export type DatabaseRoute = 'haproxy' | 'pgbouncer' | 'hosts';

/** A PostgreSQL cluster with two database machines. */
export type Cluster = {
  nodes: readonly [Node, Node];
  etcd: Program;
  haproxy: Program;
  pgbouncer: Program;
  /** The URL of the desk's database, by route. */
  urls: Record<DatabaseRoute, string>;
  /** Returns the primary, or null if there is none. */
  findPrimary(): Promise<Node | null>;
  /** Waits until there is a primary with a synchronous standby. */
  waitUntilHealthy(): Promise<Node>;
  /** Waits until there is a primary with a standby, synchronous or not. */
  waitUntilReplicated(): Promise<Node>;
  /** Waits until there is a primary with an asynchronous standby. */
  waitUntilAsynchronous(): Promise<Node>;
  /** Makes the standby the primary through Patroni. Waits for the response of Patroni. */
  switchOver(): Promise<void>;
  /** Restarts the PostgreSQL server of a node through Patroni. Waits until the server has restarted. */
  restart(node: Node): Promise<void>;
  /** Changes Patroni's configuration of the cluster. */
  configure(settings: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
};

const address = '127.0.0.1';

/**
 * Starts a cluster with the files of `deploy/`. Its data, configuration and logs are in `directory`.
 *
 * @param hasSmallDisks whether each node stores the tables of the desk on a small file system
 */
export const startCluster = async (directory: string, hasSmallDisks: boolean): Promise<Cluster> => {
  const programs = await findPrograms(directory);
  await setOwner(programs, directory);
  const passwords = { superuser: createPassword(), replication: createPassword(), desk: createPassword() };
  const { etcd, etcdHosts } = await createEtcd(programs, directory);
  const diskFolder = join(directory, 'disk');
  await mkdir(diskFolder);
  await setOwner(programs, diskFolder);
  const create = async (name: string) => {
    const disk = hasSmallDisks ? await startSmallDisk(programs, directory, `${name}-disk`, diskFolder) : null;
    return createNode(programs, directory, name, { etcdHosts, passwords, disk });
  };
  const nodes = [await create('db1'), await create('db2')] as const;
  const { pgbouncer, haproxy, ports } = await createProxies(programs, directory, nodes, passwords.desk);
  for (const node of nodes) await setOwner(programs, join(directory, `${node.name}-run`));
  const all = [etcd, ...nodes, haproxy, pgbouncer];
  const disks = nodes.flatMap(({ disk }) => disk ?? []);
  const cluster: Cluster = {
    ...{ nodes, etcd, haproxy, pgbouncer },
    urls: listUrls(nodes, ports, passwords.desk),
    findPrimary: () => findPrimary(nodes),
    waitUntilHealthy: () => waitUntilHealthy(nodes),
    waitUntilReplicated: () => waitForStandby(nodes, 'a standby', ['sync_standby', 'replica']),
    waitUntilAsynchronous: () => waitForStandby(nodes, 'an asynchronous standby', ['replica']),
    switchOver: () => switchOver(nodes),
    restart: node => sendToPatroni(node, 'POST', '/restart', {}),
    configure: settings => sendToPatroni(nodes[0], 'PATCH', '/config', settings),
    async stop() {
      for (const program of [...disks, ...all].toReversed()) await program.kill();
    },
  };
  try {
    for (const program of all) program.start();
    const primary = await cluster.waitUntilHealthy();
    await createDatabase(primary, passwords, hasSmallDisks ? diskFolder : null);
    await waitForPort(pgbouncer, ports.pgbouncer);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw new Error(`The cluster did not start. Its logs are in ${directory}.`, { cause: error });
  }
};

const createPassword = () => randomBytes(16).toString('hex');

const setOwner = async ({ owner: { uid, gid } }: Programs, path: string): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
};

const createEtcd = async (programs: Programs, directory: string) => {
  const [clients, peers] = [`http://${address}:${await findFreePort()}`, `http://${address}:${await findFreePort()}`];
  const etcd = createProgram(programs, directory, 'etcd', [
    ...[programs.etcd, '--name', 'etcd', '--data-dir', join(directory, 'etcd')],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `etcd=${peers}`],
  ]);
  return { etcd, etcdHosts: new URL(clients).host };
};

const listUrls = (nodes: readonly Node[], ports: Record<'haproxy' | 'pgbouncer', number>, password: string) => {
  const createUrl = (hosts: string) => `postgres://stardesk:${password}@${hosts}/stardesk`;
  return {
    haproxy: createUrl(`${address}:${ports.haproxy}`),
    pgbouncer: createUrl(`${address}:${ports.pgbouncer}`),
    hosts: createUrl(nodes.map(({ links }) => `${address}:${getPort(links.clients)}`).join()),
  };
};

const findPrimary = async (nodes: readonly Node[]): Promise<Node | null> => {
  const isPrimary = await Promise.all(nodes.map(node => node.isPrimary()));
  return nodes.find((_node, index) => isPrimary[index]) ?? null;
};

type Member = { name: string; role: string; state: string };

/** Reads the members of the cluster from Patroni. */
const readMembers = async ({ patroniPort }: Node): Promise<Member[]> => {
  const response = await fetch(`http://${address}:${patroniPort}/cluster`);
  return ((await response.json()) as { members: Member[] }).members;
};

const healthTimeoutSeconds = 120;

const waitForStandby = (nodes: readonly Node[], standby: string, roles: readonly string[]): Promise<Node> =>
  waitUntil(`the cluster has no primary with ${standby}`, healthTimeoutSeconds, async () => {
    const primary = await findPrimary(nodes);
    const members = primary === null ? [] : await readMembers(primary).catch(() => []);
    return members.some(({ role, state }) => roles.includes(role) && ['running', 'streaming'].includes(state))
      ? primary
      : null;
  });

const waitUntilHealthy = (nodes: readonly Node[]): Promise<Node> =>
  waitForStandby(nodes, 'a synchronous standby', ['sync_standby']);

const switchOver = async (nodes: readonly Node[]): Promise<void> => {
  const primary = await waitUntilHealthy(nodes);
  const candidate = nodes.find(node => node !== primary);
  await sendToPatroni(primary, 'POST', '/switchover', { leader: primary.name, candidate: candidate?.name });
};

/** @throws for a status other than 200 */
const sendToPatroni = async ({ patroniPort }: Node, method: string, path: string, body: object): Promise<void> => {
  const response = await fetch(`http://${address}:${patroniPort}${path}`, { method, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`Patroni's ${method} ${path} returned ${response.status}: ${text}`);
};

const createDatabase = async (
  { postgresPort }: Node,
  passwords: Record<'superuser' | 'desk', string>,
  diskFolder: string | null,
) => {
  const client = new Client(`postgres://postgres:${passwords.superuser}@${address}:${postgresPort}/postgres`);
  await client.connect();
  try {
    await client.query(`CREATE ROLE stardesk LOGIN PASSWORD '${passwords.desk}'`);
    if (diskFolder !== null) await client.query(`CREATE TABLESPACE disk LOCATION '${diskFolder}'`);
    await client.query(`CREATE DATABASE stardesk OWNER stardesk${diskFolder === null ? '' : ' TABLESPACE disk'}`);
  } finally {
    await client.end();
  }
};
