import { availableParallelism, cpus, loadavg } from 'node:os';

/** What the machine has to do just now: processes that run or wait to. */
export const loadOfMachine = (): number => loadavg()[0] ?? 0;

/** The load tells how far the numbers can be trusted: they are worth little where others want the processors too. */
export const describeMachine = (before: number, after: number): string =>
  `Load of the machine before and after: ${before.toFixed(1)} and ${after.toFixed(1)} (the bench alone makes 2). Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? process.arch}; the API logs at level info, as it does unless told otherwise`;
