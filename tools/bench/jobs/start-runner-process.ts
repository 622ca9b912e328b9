import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JobsDesk } from './job-store.ts';

export type RunnerProcess = { stop(): Promise<void> };

/**
 * Starts a process that runs empty jobs. `stop` kills it.
 * @param onDelay receives the milliseconds from the time in a job's payload to the start of the job
 */
export const startRunnerProcess = async (
  { environment: { DATA_DIR = '', DATABASE_URL = '' } }: JobsDesk,
  { concurrency = 50, onDelay = () => {} }: { concurrency?: number; onDelay?: (milliseconds: number) => void } = {},
): Promise<RunnerProcess> => {
  const script = join(import.meta.dirname, 'runner-process.ts');
  const child = spawn(process.execPath, [script, DATA_DIR, DATABASE_URL, String(concurrency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  lines.on('line', line => onDelay(Number(line)));
  return {
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
