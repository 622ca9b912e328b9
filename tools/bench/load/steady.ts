import type { WebDesk } from '../web-desk.ts';
import { type LoadClients, type RequestResult, runClients } from './clients.ts';
import { type RequestKind, requestKinds } from './request-mix.ts';
import { type Summary, summarize } from './summary.ts';
import { measureUsage, type ServerUsage } from './usage.ts';

/** The results of a long period of work. */
export type Steady = {
  connections: number;
  seconds: number;
  /** The rate of responses. */
  perSecond: number;
  all: Summary;
  byKind: Record<RequestKind, Summary>;
  /** The resource usage at the start and after each part. */
  usages: ServerUsage[];
};

const warmUpSeconds = 5;
/** The parts of the work. The resource usage is measured after each part. */
const parts = 4;

/** Runs the clients and measures the servers' resource usage at intervals. */
export async function measureSteady(
  webDesk: WebDesk,
  loadClients: LoadClients,
  connections: number,
  seconds: number,
): Promise<Steady> {
  await runClients(loadClients, connections, warmUpSeconds);
  const usages = [await measureUsage('at the start', webDesk)];
  const results: RequestResult[] = [];
  for (let part = 1; part <= parts; part++) {
    results.push(...(await runClients(loadClients, connections, seconds / parts)));
    usages.push(await measureUsage(`after ${(part * seconds) / parts} s`, webDesk));
  }
  const summarizeKind = (kind: RequestKind) => summarize(results.filter(result => result.kind === kind));
  const byKind = Object.fromEntries(requestKinds.map(kind => [kind, summarizeKind(kind)])) as Record<
    RequestKind,
    Summary
  >;
  const all = summarize(results);
  return { connections, seconds, perSecond: all.answered.count / seconds, all, byKind, usages };
}
