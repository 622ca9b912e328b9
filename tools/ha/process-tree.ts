import { readdirSync, readFileSync } from 'node:fs';

/** Returns the PIDs of a process and all its descendants. Parents come first. */
export const listTree = (pid: number): number[] => {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent);
  const collect = (each: number): number[] => [
    each,
    ...(children.get(each) ?? []).flatMap(child => collect(child.pid)),
  ];
  return collect(pid);
};

/** Sends a signal to processes. Ignores processes that have exited. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};

const listProcesses = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const parent = readParent(name);
      return parent === null ? [] : [{ pid: Number(name), parent }];
    });

/** Reads the parent from /proc; null if the process has exited. The name in parentheses may contain spaces. */
const readParent = (pid: string): number | null => {
  try {
    const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return null;
  }
};
