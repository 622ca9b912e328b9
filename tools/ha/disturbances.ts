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
  /** Starts or continues the old primary, while writes continue. */
  restore?(cluster: Cluster, primary: Node): Promise<void>;
};

const failoverSeconds = 120;

const getOther = ({ nodes: [first, second] }: Cluster, node: Node): Node => (node === first ? second : first);

const waitForOtherPrimary = (cluster: Cluster, old: Node): Promise<true> =>
  waitUntil('there is no new primary', failoverSeconds, async () =>
    (await getOther(cluster, old).isPrimary()) ? true : null,
  );

/** How long the old primary still hangs beside a new primary. */
const hangMilliseconds = 60_000;

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
      await pause(hangMilliseconds);
      signalAll(primary.pids(), 'SIGCONT');
      // The old primary must follow the new primary. With Patroni 3.0.2 it took the leadership back: see results.md.
      await cluster.waitUntilHealthy();
    },
  },
} satisfies Record<string, Disturbance>;

export type DisturbanceName = keyof typeof disturbances;
