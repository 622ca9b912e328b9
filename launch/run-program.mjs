import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * @typedef {{ status: number | null, output: string }} Outcome the exit status (null when it was killed or did not start)
 *   and what was written to standard output and standard error, in the order written
 */

/**
 * Runs a program in the project's folder to its end, quietly.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutSeconds?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export function runProgram(program, args, { env = process.env, timeoutSeconds } = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows npm is a .cmd file, which only a shell runs.
      shell: process.platform === 'win32' && program === 'npm',
    });
    // Whatever ends us ends it too.
    const kill = () => child.kill();
    process.on('exit', kill);
    const timeout = timeoutSeconds === undefined ? undefined : setTimeout(kill, timeoutSeconds * 1000);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    }
    child.once('error', error => settle({ status: null, output: error.message }));
    child.once('close', status => settle({ status, output }));

    /** @param {Outcome} outcome */
    function settle(outcome) {
      process.off('exit', kill);
      clearTimeout(timeout);
      resolve(outcome);
    }
  });
}
