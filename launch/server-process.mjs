import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compileCache, pinnedNode, root } from './paths.mjs';

/** The servers give what is under way 10 s; one more lets them close the store. */
const patienceMilliseconds = 11_000;

/**
 * @typedef {{ name: string, code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {{ name: string, exited: Promise<Exit>, stop(): Promise<Exit> }} ServerProcess
 */

/**
 * Starts one of our servers.
 * @param {string} name as shown to people
 * @param {string[]} args for the pinned Node
 * @param {NodeJS.ProcessEnv} env
 * @param {(name: string, line: string) => void} onLine called with each line that it writes
 * @returns {ServerProcess} `exited` settles after its last line
 */
export function startServer(name, args, env, onLine) {
  // Not detached: whoever kills our process group at once leaves no server behind.
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
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds);
      return exited.finally(() => clearTimeout(impatience));
    },
  };
}
