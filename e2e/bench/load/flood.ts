import type { WebDesk } from '../web-desk.ts';
import type { Agents } from './agents.ts';
import { type Held, hold } from './held.ts';
import { callLightly, callUntilQuick, type Recovery } from './light-caller.ts';
import { type OpenLoop, sendOpenLoop } from './open-loop.ts';
import { type Summary, summarise } from './summary.ts';

/** The results of twice the load that the desk can serve, and of the recovery. */
export type Flooded = Omit<OpenLoop, 'ended'> & {
  seconds: number;
  during: Summary;
  /** Sequential requests before the overload. */
  quiet: Summary;
  recovery: Recovery;
  /** The resource usage afterwards. */
  held: Held;
};

const seconds = 15;

/** Sends requests at a fixed rate, then measures the recovery with sequential requests. */
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
    held: await hold('after the overload', webDesk),
  };
}
