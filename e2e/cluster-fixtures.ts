import { type DeskCluster, startDeskCluster } from './cluster.ts';
import { test as base } from './fixtures.ts';

/** A test whose desk is a cluster on PostgreSQL, without sample data. */
export const test = base.extend<{ cluster: DeskCluster }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  cluster: async ({}, use) => {
    const cluster = await startDeskCluster();
    await use(cluster);
    await cluster.stop();
  },
  baseURL: ({ cluster }, use) => use(cluster.bff.url),
});
