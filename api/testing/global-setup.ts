import { startPostgresServer } from './postgres-server.ts';

/**
 * One PostgreSQL for all test files of a run: `node --test --test-global-setup=api/testing/global-setup.ts`.
 * The test processes inherit its address; see postgres.ts.
 */
export async function globalSetup(): Promise<void> {
  process.env['TEST_POSTGRES_URL'] ??= await startPostgresServer();
}
