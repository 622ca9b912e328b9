import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import { signalAll } from './process-tree.ts';
import { waitUntil } from './wait-until.ts';

/** A loss of the primary, or of a part of the cluster. */
export type Disturbance = {
  description: string;
  /** Disturbs the cluster. Resolves when it is expected to accept writes again. */
  disturb(cluster: Cluster, primary: Node): Promise<void>;
  /** Brings back what is still missing, while writes continue. */
  restore?(cluster: Cluster, primary: Node): Promise<void>;
};

const failoverSeconds = 120;

const getOther = ({ nodes: [first, second] }: Cluster, node: Node): Node => (node === first ? second : first);

const waitForOtherPrimary = (cluster: Cluster, old: Node): Promise<true> =>
  waitUntil('there is no new primary', failoverSeconds, async () =>
    (await getOther(cluster, old).isPrimary()) ? true : null,
  );

const waitForPrimary = (cluster: Cluster): Promise<Node> =>
  waitUntil('there is no primary', failoverSeconds, cluster.findPrimary);

/** How long etcd is missing, and how long the old primary still hangs beside a new primary. */
const longMilliseconds = 60_000;

export const disturbances = {
  failover: {
    description: 'kill -9 of the primary',
    async disturb(cluster, primary) {
      await primary.kill();
      await waitForOtherPrimary(cluster, primary);
    },
    restore: async (_cluster, primary) => primary.start(),
  },
  switchover: { description: 'switchover', disturb: cluster => cluster.switchOver() },
  hung: {
    description: 'the primary hangs (SIGSTOP)',
    async disturb(cluster, primary) {
      signalAll(primary.pids(), 'SIGSTOP');
      await waitForOtherPrimary(cluster, primary);
    },
    async restore(cluster, primary) {
      await pause(longMilliseconds);
      signalAll(primary.pids(), 'SIGCONT');
      // The old primary notices that it was replaced, and follows the new primary.
      await cluster.waitUntilHealthy();
    },
  },
  alone: {
    description: 'kill -9 of the standby',
    disturb: (cluster, primary) => getOther(cluster, primary).kill(),
    restore: async (cluster, primary) => getOther(cluster, primary).start(),
  },
  coordinator: {
    description: 'etcd missing for 60 s',
    async disturb(cluster) {
      await cluster.etcd.kill();
      await pause(longMilliseconds);
      cluster.etcd.start();
      await waitForPrimary(cluster);
    },
  },
  balancer: {
    description: 'HAProxy killed and started',
    async disturb(cluster) {
      await cluster.haproxy.kill();
      cluster.haproxy.start();
    },
  },
  pooler: {
    description: 'PgBouncer killed and started',
    async disturb(cluster) {
      await cluster.pgbouncer.kill();
      cluster.pgbouncer.start();
    },
  },
  restart: {
    description: 'restart of both databases in turn',
    async disturb(cluster, primary) {
      await getOther(cluster, primary).restartPostgres();
      await cluster.waitUntilHealthy();
      await primary.restartPostgres();
      await waitForPrimary(cluster);
    },
  },
} satisfies Record<string, Disturbance>;

export type DisturbanceName = keyof typeof disturbances;
