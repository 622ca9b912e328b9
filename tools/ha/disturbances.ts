import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../wait-until.ts';
import type { Cluster } from './cluster.ts';
import type { HaDesk } from './desk.ts';
import type { Links, Node } from './node.ts';
import { signalAll } from './process-tree.ts';
import type { Program } from './program.ts';

/** A loss or planned change of the primary, or a loss elsewhere in the cluster. */
export type Disturbance = {
  description: string;
  /** Disturbs the cluster. Resolves when the cluster is expected to accept writes again. */
  disturb(cluster: Cluster, primary: Node, desk: HaDesk): Promise<void>;
  /** Whether no server accepts writes for some seconds, so that some requests must get 503. */
  isOutage?: true;
  /** Whether acknowledged writes may be lost. Their number is reported, and only tickets are checked. */
  losesWrites?: true;
  /** Starts or resumes the lost programs and connections, while writes continue. */
  restore?(cluster: Cluster, primary: Node): Promise<void>;
};

const failoverSeconds = 120;

/** Three times the ttl of Patroni. */
const longMilliseconds = 60_000;

/** Longer than two timeouts of the API, and no longer than the ttl. */
const shortMilliseconds = 20_000;

/** The delay until the network of a resumed node works, shorter than `retry_timeout` of Patroni. */
const networkMilliseconds = 1000;

/** How far the asynchronous standby is behind when the primary is killed. */
const lagMilliseconds = 1000;

const pollMilliseconds = 1000;

const getOther = ({ nodes: [first, second] }: Cluster, node: Node): Node => (node === first ? second : first);

const waitForOtherPrimary = (cluster: Cluster, old: Node): Promise<true> =>
  waitUntil('there is no new primary', failoverSeconds, async () =>
    (await getOther(cluster, old).isPrimary()) ? true : null,
  );

const waitForPrimary = (cluster: Cluster): Promise<Node> =>
  waitUntil('there is no primary', failoverSeconds, cluster.findPrimary);

/**
 * Loses the primary until the new primary has accepted writes for a minute. These writes would be lost if the new
 * primary then followed the old one.
 */
const loseForLong = (
  description: string,
  lose: (primary: Node) => void,
  restore: (primary: Node) => void | Promise<void>,
): Disturbance => ({
  description,
  isOutage: true,
  async disturb(cluster, primary) {
    lose(primary);
    await waitForOtherPrimary(cluster, primary);
  },
  async restore(cluster, primary) {
    await pause(longMilliseconds);
    await restore(primary);
    await cluster.waitUntilReplicated();
  },
});

const pauseLinks = ({ links }: Node, names: readonly (keyof Links)[]): void => {
  for (const name of names) links[name].pause();
};

const resumeLinks = ({ links }: Node): void => {
  for (const link of Object.values(links)) link.resume();
};

const cutOff = (description: string, names: readonly (keyof Links)[]): Disturbance =>
  loseForLong(description, primary => pauseLinks(primary, names), resumeLinks);

const suspend = (primary: Node): void => {
  signalAll(primary.pids(), 'SIGSTOP');
  pauseLinks(primary, ['etcd']);
};

/** Resumes a node like a suspended machine: Patroni acts on its cached state before it reaches etcd. */
const resumeBeforeNetwork = async (primary: Node): Promise<void> => {
  signalAll(primary.pids(), 'SIGCONT');
  await pause(networkMilliseconds);
  resumeLinks(primary);
};

const killAndStart = async (program: Program): Promise<void> => {
  await program.kill();
  program.start();
};

/**
 * Waits until writes get 503. Then requires 503 for 20 s, and calls `check` before each write.
 * @throws if a write is acknowledged
 */
const requireRejectedWrites = async ({ client, writers }: HaDesk, check?: () => Promise<void>): Promise<void> => {
  const isRejected = async (): Promise<boolean> => {
    const { status } = await client.as(writers.tokens[0] ?? '')('POST', '/v1/tickets', { subject: 'Rejected' });
    if (status !== 503 && status !== 201) throw new Error(`POST /v1/tickets returned ${status}`);
    return status === 503;
  };
  await waitUntil('writes still succeed', failoverSeconds, async () => ((await isRejected()) ? true : null));
  for (const end = performance.now() + shortMilliseconds; performance.now() < end; await pause(pollMilliseconds)) {
    await check?.();
    if (!(await isRejected())) throw new Error('A write was acknowledged.');
  }
};

/** Fills the disk of the primary for 20 s. @throws if a read fails, or the primary changes */
const fillDisk = async (_cluster: Cluster, { disk, isPrimary }: Node, desk: HaDesk): Promise<void> => {
  const send = desk.client.as(desk.writers.tokens[0] ?? '');
  disk?.fill();
  await requireRejectedWrites(desk, async () => {
    const { status } = await send('GET', '/v1/tickets');
    if (status !== 200) throw new Error(`GET /v1/tickets returned ${status} on a full disk`);
    if (!(await isPrimary())) throw new Error('The primary changed, although only its disk is full.');
  });
  disk?.free();
};

export const disturbances = {
  failover: {
    description: 'kill -9 of the primary',
    isOutage: true,
    async disturb(cluster, primary) {
      await primary.kill();
      await waitForOtherPrimary(cluster, primary);
    },
    restore: async (_cluster, primary) => primary.start(),
  },
  switchover: { description: 'switchover', disturb: cluster => cluster.switchOver() },
  'rolling-restart': {
    description: 'restart of the standby, then of the primary',
    async disturb(cluster, primary) {
      await cluster.restart(getOther(cluster, primary));
      await cluster.waitUntilHealthy();
      await cluster.restart(primary);
      await waitForPrimary(cluster);
    },
  },
  hung: loseForLong('the primary hangs (SIGSTOP)', suspend, resumeBeforeNetwork),
  alone: {
    description: 'kill -9 of the standby',
    disturb: (cluster, primary) => getOther(cluster, primary).kill(),
    restore: async (cluster, primary) => getOther(cluster, primary).start(),
  },
  'alone-strict': {
    description: 'kill -9 of the standby for at least 20 s, strict',
    isOutage: true,
    async disturb(cluster, primary, desk) {
      await cluster.configure({ synchronous_mode_strict: true });
      await getOther(cluster, primary).kill();
      await requireRejectedWrites(desk);
      getOther(cluster, primary).start();
      await cluster.waitUntilHealthy();
    },
    restore: cluster => cluster.configure({ synchronous_mode_strict: null }),
  },
  /** Shows why the standby must be synchronous. */
  asynchronous: {
    description: 'kill -9 of the primary; the standby is asynchronous and one second behind',
    isOutage: true,
    losesWrites: true,
    async disturb(cluster, primary) {
      await cluster.configure({ synchronous_mode: false });
      await cluster.waitUntilAsynchronous();
      primary.links.standby.pause();
      await pause(lagMilliseconds);
      await primary.kill();
      primary.links.standby.dropPaused();
      await waitForOtherPrimary(cluster, primary);
    },
    async restore(cluster, primary) {
      primary.start();
      await cluster.waitUntilReplicated();
      await cluster.configure({ synchronous_mode: true });
    },
  },
  /** Commits wait for the standby. A commit whose wait is cancelled must not be acknowledged: see results.md. */
  'silent-standby': {
    description: 'the standby is silent for 40 s, then kill -9 of the primary',
    isOutage: true,
    async disturb(cluster, primary) {
      primary.links.standby.pause();
      await pause(2 * shortMilliseconds);
      await primary.kill();
      primary.links.standby.dropPaused();
      await waitForOtherPrimary(cluster, primary);
    },
    restore: async (_cluster, primary) => primary.start(),
  },
  coordinator: {
    description: 'etcd is lost for 60 s',
    isOutage: true,
    async disturb(cluster) {
      await cluster.etcd.kill();
      await pause(longMilliseconds);
      if ((await cluster.findPrimary()) !== null) throw new Error('The primary did not step down without etcd.');
      cluster.etcd.start();
      await waitForPrimary(cluster);
    },
  },
  balancer: { description: 'kill -9 and start of HAProxy', disturb: ({ haproxy }) => killAndStart(haproxy) },
  pooler: { description: 'kill -9 and start of PgBouncer', disturb: ({ pgbouncer }) => killAndStart(pgbouncer) },
  disk: { description: 'the disk of the primary is full for 20 s', disturb: fillDisk },
  'cut-off': cutOff('the primary is cut off', ['etcd', 'standby', 'clients', 'patroni']),
  'cut-off-from-etcd': cutOff('the primary is cut off from etcd', ['etcd']),
  'cut-off-from-peers': cutOff('the primary is cut off from etcd and the standby', ['etcd', 'standby']),
  'cut-off-from-clients': {
    description: 'the primary is cut off from clients for 20 s',
    isOutage: true,
    async disturb(_cluster, primary) {
      pauseLinks(primary, ['clients', 'patroni']);
      await pause(shortMilliseconds);
      resumeLinks(primary);
    },
  },
} satisfies Record<string, Disturbance>;

export type DisturbanceName = keyof typeof disturbances;
