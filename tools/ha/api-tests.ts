import { projectFolder } from '#server/testing/server-process';
import { runNode } from './run-node.ts';
import { startServers } from './servers.ts';

/** A server for the tests of the API: PostgreSQL 15 of Debian, directly or through PgBouncer. */
export type TestServer = 'postgresql-15' | 'pgbouncer';

/** Runs the tests of the API on a server. Prints their output. @returns their exit status */
export const runApiTests = async (server: TestServer, directory: string): Promise<number> => {
  const { serverUrl, poolerUrl, binaries, stop } = await startServers(directory);
  // Tests of failovers start their own servers from these programs.
  const programs = { TEST_POSTGRES_PROGRAMS: JSON.stringify(binaries) };
  const env = { ...process.env, ...programs, TEST_POSTGRES_URL: serverUrl };
  if (server === 'pgbouncer') Object.assign(env, { TEST_POSTGRES_POOLER_URL: poolerUrl });
  try {
    return await runNode(['test.mjs', '--only', 'api'], { cwd: projectFolder, env });
  } finally {
    await stop();
  }
};
