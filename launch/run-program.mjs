import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * @typedef {{ status: number | null, output: string }} Outcome the exit status (null if killed or not started), and
 * standard output and standard error in one text
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs a program until it exits, and captures its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutSeconds?: number, quietSeconds?: number }} [options]
 *   timeoutSeconds, quietSeconds: when to kill the program, counted from its start and from its last output
 * @returns {Promise<Outcome>}
 */
export function runProgram(program, args, { cwd = root, env = process.env, timeoutSeconds, quietSeconds } = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows npm is a .cmd file, which only a shell runs.
      shell: process.platform === 'win32' && program === 'npm',
    });
    const kill = () => child.kill();
    running.add(child);
    const timeout = timeoutSeconds === undefined ? undefined : setTimeout(kill, timeoutSeconds * 1000);
    const quietTimer = quietSeconds === undefined ? undefined : setTimeout(kill, quietSeconds * 1000);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
        quietTimer?.refresh();
      });
    }
    child.once('error', error => finish({ status: null, output: error.message }));
    child.once('close', status => finish({ status, output }));

    /** @param {Outcome} outcome */
    function finish(outcome) {
      running.delete(child);
      clearTimeout(timeout);
      clearTimeout(quietTimer);
      resolve(outcome);
    }
  });
}
