import { type Agents, flood, work } from './agents.ts';
import { type Summary, summarise } from './summary.ts';

/** Twice as much as can be answered, and what comes right after it. */
export type Flooded = { perSecond: number; seconds: number; during: Summary; after: Summary };

const seconds = 15;
/** More than this wait for an answer in no browser or program at once. */
const mostConnections = 1000;

/** Asks so much a second, and then as little as on a quiet morning. */
export async function measureFlood(agents: Agents, perSecond: number): Promise<Flooded> {
  const during = summarise(await flood(agents, perSecond, seconds, mostConnections));
  const after = summarise(await work(agents, 4, 1));
  return { perSecond, seconds, during, after };
}
