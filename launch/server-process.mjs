import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compileCache, pinnedNode, root } from './paths.mjs';

/** The servers exit at most 10 s after SIGTERM; SIGKILL follows one second later. */
const stopTimeoutMilliseconds = 11_000;

/**
 * @typedef {{ name: string, code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {{ name: string, exited: Promise<Exit>, stop(): Promise<Exit> }} ServerProcess
 */

/**
 * Starts one of our servers as a child process.
 * @param {string} name as shown in the log view
 * @param {string[]} args for the pinned Node
 * @param {NodeJS.ProcessEnv} env
 * @param {(name: string, line: string) => void} onLine called with each line of output
 * @returns {ServerProcess} `exited` resolves after the last line
 */
export function startServerProcess(name, args, env, onLine) {
  // Not detached: killing our process group stops the servers too.
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', line => onLine(name, line));
  const exited = new Promise(resolve => child.once('close', (code, signal) => resolve({ name, code, signal })));
  return {
    name,
    exited,
    stop() {
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMilliseconds);
      return exited.finally(() => clearTimeout(killTimer));
    },
  };
}
