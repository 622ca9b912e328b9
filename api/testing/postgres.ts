import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DatabaseProfile } from '../database/profile.ts';
import { startPostgresServer } from './postgres-server.ts';

export type TestDatabase = {
  /** `postgres://…`, with user and password. */
  databaseUrl: string;
  /** Drops the database and closes its connections. */
  drop(): Promise<void>;
};

/** The profile of all PostgreSQL databases: `npm test -- --profile strict`. */
export const testProfile: DatabaseProfile = process.env['TEST_DATABASE_PROFILE'] === 'strict' ? 'strict' : 'standard';

/**
 * Creates an empty database, or a copy of `original`, on a real PostgreSQL server. `npm test` provides the server in
 * TEST_POSTGRES_URL; a test file that runs alone starts a server. With TEST_POSTGRES_POOLER_URL, clients connect to the
 * database through that pooler.
 */
export async function createTestDatabase(original?: TestDatabase): Promise<TestDatabase> {
  const serverUrl = await findServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  if (original !== undefined && poolerUrl !== undefined) await closeConnections(serverUrl, original);
  // Tests can copy template0 concurrently, because nothing connects to it. file_copy takes half the time of wal_log.
  const template = original === undefined ? 'template0' : getName(original.databaseUrl);
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const databaseUrl = new URL(poolerUrl ?? serverUrl);
  databaseUrl.pathname = `/${name}`;
  return {
    databaseUrl: databaseUrl.href,
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Makes a test database commit synchronously, so that its commits survive a crash of the server. */
export const commitToDisk = (databaseUrl: string): Promise<void> =>
  execute(databaseUrl, `ALTER DATABASE ${getName(databaseUrl)} SET synchronous_commit = on`);

const poolerUrl = process.env['TEST_POSTGRES_POOLER_URL'];

/**
 * The reason to skip a test behind a pooler; false without a pooler. Use it for tests that need a session, or settings
 * of new connections.
 */
export const skipIfPooled = poolerUrl !== undefined && 'PgBouncer shares its server connections';

const getName = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Closes the idle connections of a pooler. PostgreSQL copies no database that has connections. */
const closeConnections = (serverUrl: string, { databaseUrl }: TestDatabase): Promise<void> =>
  execute(
    serverUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${getName(databaseUrl)}'`,
  );

let ownServer: Promise<string> | undefined;

function findServer(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL'];
  if (shared) return Promise.resolve(shared);
  ownServer ??= startPostgresServer();
  return ownServer;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
