import type { WebDesk } from '../web-desk.ts';
import type { Agents } from './agents.ts';
import { type Held, hold } from './held.ts';
import { callLightly, callUntilQuick, type Recovery } from './light-caller.ts';
import { type OpenLoop, sendOpenLoop } from './open-loop.ts';
import { type Summary, summarise } from './summary.ts';

/** Twice as much as can be answered, and how the service comes back from it. */
export type Flooded = Omit<OpenLoop, 'ended'> & {
  seconds: number;
  during: Summary;
  /** What somebody gets who asks one thing after the other, before. */
  quiet: Summary;
  recovery: Recovery;
  /** What the servers hold when all is over. */
  held: Held;
};

const seconds = 15;

/** Asks so much a second, and from the moment at which that stops as little as on a quiet morning. */
export async function measureFlood(webDesk: WebDesk, agents: Agents, perSecond: number): Promise<Flooded> {
  const quiet = await callLightly(agents);
  const { ended, ...flood } = await sendOpenLoop(agents, perSecond, seconds);
  const stopped = performance.now();
  const [recovery, { all, allAnswered }] = await Promise.all([
    callUntilQuick(agents, quiet),
    ended.then(all => ({ all, allAnswered: performance.now() - stopped })),
  ]);
  return {
    ...flood,
    seconds,
    during: summarise(all),
    quiet: summarise(quiet),
    recovery: { ...recovery, allAnswered },
    held: await hold('after twice too much', webDesk),
  };
}
