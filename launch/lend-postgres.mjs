import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pinnedNode, root } from './paths.mjs';
import { Refusal } from './refusal.mjs';

/**
 * Lends one throw-away PostgreSQL to all tests of a run, as api/testing/postgres.ts looks for it; none where the environment
 * names one already.
 * @template Result
 * @param {(env: NodeJS.ProcessEnv) => Promise<Result>} work
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result>}
 * @throws {Refusal} with what PostgreSQL said, when it does not start
 */
export async function withPostgres(work, env = process.env) {
  if (env.TEST_POSTGRES_URL) return work({});
  // Detached: a Ctrl-C in the terminal reaches the tests only, and the keeper cleans up once our pipe to it closes.
  const keeper = spawn(pinnedNode, [join(root, 'api/testing/postgres-keeper.ts')], { detached: true });
  const closed = once(keeper, 'close');
  const complaints = text(keeper.stderr);
  const address = await Promise.race([once(keeper.stdout, 'data'), closed.then(() => undefined)]);
  if (address === undefined) throw new Refusal(`PostgreSQL did not start.\n${await complaints}`);
  try {
    return await work({ TEST_POSTGRES_URL: String(address).trim() });
  } finally {
    keeper.stdin.end();
    await closed;
  }
}
