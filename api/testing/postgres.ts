import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { startPostgresServer } from './postgres-server.ts';

/** A database of one test's own. */
export type TestDatabase = {
  /** `postgres://…`, with user and password. */
  databaseUrl: string;
  /** Removes the database, closing whatever is still connected to it. */
  drop(): Promise<void>;
};

/**
 * Makes an empty database, or a copy of one nobody is connected to, on a real PostgreSQL: the server that `npm test`
 * lends by TEST_POSTGRES_URL, or, when a test file runs alone, one of this process's own that ends with it.
 */
export async function createTestDatabase(original?: TestDatabase): Promise<TestDatabase> {
  const serverUrl = await findServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // template0 has no visitors, so many tests may copy it at the same moment. Copying files costs half of what writing them to the log does.
  const template = original === undefined ? 'template0' : new URL(original.databaseUrl).pathname.slice(1);
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  return {
    databaseUrl: databaseUrl.href,
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

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
