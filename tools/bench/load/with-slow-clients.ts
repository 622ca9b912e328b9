import { createLargeGist } from '../../../e2e/large-gist.ts';
import type { SlowKind } from '../../../e2e/slow-client-kinds.ts';
import { connectSlowClients, type SlowClientOutcomes } from '../../../e2e/slow-clients.ts';
import type { WebDesk } from '../web-desk.ts';
import { type LoadClients, type RequestResult, runClients } from './clients.ts';
import { type Summary, summarize } from './summary.ts';
import { measureUsage, measureUsageOnceClosed, type ServerUsage } from './usage.ts';

/**
 * The same work without, with, and again without slow clients. With them, it lasts longer than the timeouts of headers
 * and bodies.
 */
export type SlowClientRun = {
  slow: number;
  seconds: { without: number; connecting: number; withSlow: number };
  /** The number of slow clients connected at the end. */
  connected: number;
  outcomes: Record<SlowKind, SlowClientOutcomes>;
  without: Summary;
  /** While the slow clients connect. */
  connecting: Summary;
  withSlow: Summary;
  usage: { before: ServerUsage; during: ServerUsage; after: ServerUsage };
};

/** Returns the rate with slow clients as a share of the rate without them. */
export const computeRateShare = ({ withSlow, without, seconds }: SlowClientRun): number =>
  withSlow.answered.count / seconds.withSlow / (without.answered.count / seconds.without);

const connections = 20;
const withoutSeconds = 15;
const connectingSeconds = 15;
/** The servers time out headers after 15 s and a body after 60 s. */
const withSlowSeconds = 75;

/** Measures work before, with and after a number of slow clients. */
export async function measureWithSlowClients(
  webDesk: WebDesk,
  loadClients: LoadClients,
  slow: number,
): Promise<SlowClientRun> {
  const gist = await createLargeGist(loadClients);
  const without: RequestResult[] = await runClients(loadClients, connections, withoutSeconds);
  const before = await measureUsage('before the slow clients', webDesk);
  const [clients, connecting] = await Promise.all([
    connectSlowClients(loadClients, gist, slow),
    runClients(loadClients, connections, connectingSeconds),
  ]);
  const withSlow = await runClients(loadClients, connections, withSlowSeconds);
  const connected = clients.countConnected();
  const during = await measureUsage('with slow clients', webDesk);
  await clients.disconnect();
  without.push(...(await runClients(loadClients, connections, withoutSeconds)));
  return {
    slow,
    seconds: { without: 2 * withoutSeconds, connecting: connectingSeconds, withSlow: withSlowSeconds },
    connected,
    outcomes: clients.outcomes,
    without: summarize(without),
    connecting: summarize(connecting),
    withSlow: summarize(withSlow),
    usage: { before, during, after: await measureUsageOnceClosed('after the slow clients', webDesk, before) },
  };
}
