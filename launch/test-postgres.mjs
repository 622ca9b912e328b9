import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LaunchError } from './launch-error.mjs';
import { pinnedNode, root } from './paths.mjs';

/**
 * Runs the tests with a temporary PostgreSQL server in TEST_POSTGRES_URL, which api/testing/postgres.ts reads. Starts
 * no server if the environment sets the variable already.
 * @template Result
 * @param {(env: NodeJS.ProcessEnv) => Promise<Result>} work
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result>}
 * @throws {LaunchError} with PostgreSQL's error output, if it does not start
 */
export async function withPostgres(work, env = process.env) {
  if (env.TEST_POSTGRES_URL) return work({});
  // Detached: a Ctrl-C in the terminal reaches only the tests. The supervisor cleans up when our pipe to it closes.
  const supervisor = spawn(pinnedNode, [join(root, 'api/testing/postgres-supervisor.ts')], { detached: true });
  const closed = once(supervisor, 'close');
  const errors = text(supervisor.stderr);
  const address = await Promise.race([once(supervisor.stdout, 'data'), closed.then(() => undefined)]);
  if (address === undefined) throw new LaunchError(`PostgreSQL did not start.\n${await errors}`);
  try {
    return await work({ TEST_POSTGRES_URL: String(address).trim() });
  } finally {
    supervisor.stdin.end();
    await closed;
  }
}
