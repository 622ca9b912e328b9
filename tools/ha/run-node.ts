import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script with Node.js, and stops it when this process exits. @returns its exit status; 1 after a signal */
export const runNode = async (args: readonly string[], options: SpawnOptions = {}): Promise<number> => {
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' });
  const stop = () => child.kill();
  process.once('exit', stop);
  const [status] = await once(child, 'exit');
  process.off('exit', stop);
  return Number(status ?? 1);
};
