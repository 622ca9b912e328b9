import { availableParallelism, cpus, loadavg } from 'node:os';

/** Returns the load average of the last minute. It counts processes that run or wait for a CPU. */
export const getMachineLoad = (): number => loadavg()[0] ?? 0;

/** Describes the machine and its load; with much other load the numbers mean little. */
export const describeMachine = (before: number, after: number): string =>
  `Machine load before and after: ${before.toFixed(1)} and ${after.toFixed(1)} (the benchmark itself causes 2). Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? process.arch}; the API logs at its default level, info`;
