import type { WebDesk } from '../web-desk.ts';
import type { LoadClients } from './clients.ts';
import { type OpenLoopResults, sendOpenLoop } from './open-loop.ts';
import { measureRecovery, type Recovery, sendSequentially } from './recovery.ts';
import { type Summary, summarize } from './summary.ts';
import { measureUsage, measureUsageOnceClosed, type ServerUsage } from './usage.ts';

/** The results of twice the load that the desk can serve, and of the recovery. */
export type OverloadResults = Omit<OpenLoopResults, 'results'> & {
  seconds: number;
  during: Summary;
  /** Sequential requests before the overload. */
  quiet: Summary;
  recovery: Recovery;
  /** The resource usage once the connections are closed. */
  usage: ServerUsage;
};

const seconds = 15;

/** Sends requests at a fixed rate, then measures the recovery with sequential requests. */
export async function measureOverload(
  webDesk: WebDesk,
  loadClients: LoadClients,
  perSecond: number,
): Promise<OverloadResults> {
  const before = await measureUsage('before the overload', webDesk);
  const quiet = await sendSequentially(loadClients);
  const { results, ...overload } = await sendOpenLoop(loadClients, perSecond, seconds);
  const stoppedAt = performance.now();
  const [recovery, { all, allResponded }] = await Promise.all([
    measureRecovery(loadClients, quiet),
    results.then(all => ({ all, allResponded: performance.now() - stoppedAt })),
  ]);
  return {
    ...overload,
    seconds,
    during: summarize(all),
    quiet: summarize(quiet),
    recovery: { ...recovery, allResponded },
    usage: await measureUsageOnceClosed('after the overload', webDesk, before),
  };
}
