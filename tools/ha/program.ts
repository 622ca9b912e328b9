import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Programs } from './packages.ts';
import { listTree, signalAll } from './process-tree.ts';

/** A program of the cluster, which can be killed and started again. */
export type Program = {
  name: string;
  logFile: string;
  start(): void;
  /** The PIDs of the process and all its descendants; empty if it does not run. */
  pids(): number[];
  /** Kills the process and its descendants, and waits for its exit. */
  kill(): Promise<void>;
  isRunning(): boolean;
};

/**
 * Creates a program that is not started yet. Its output goes to a log file in `directory`.
 *
 * @param findOthers returns the PIDs of more processes of the program
 */
export const createProgram = (
  { owner, environment }: Programs,
  directory: string,
  name: string,
  [command = '', ...args]: readonly string[],
  findOthers: () => number[] = () => [],
): Program => {
  const logFile = join(directory, `${name}.log`);
  let child: ChildProcess | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const pids = (): number[] => {
    const roots = [...(isRunning() && child?.pid ? [child.pid] : []), ...findOthers()];
    return [...new Set(roots.flatMap(listTree))];
  };
  process.once('exit', () => signalAll(pids(), 'SIGKILL'));
  return {
    ...{ name, logFile, pids, isRunning },
    start() {
      const log = openSync(logFile, 'a');
      child = spawn(command, args, { ...owner, cwd: directory, env: environment, stdio: ['ignore', log, log] });
    },
    async kill() {
      const exited = isRunning() && child !== null ? once(child, 'exit') : null;
      signalAll(pids(), 'SIGKILL');
      await exited;
    },
  };
};
