import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withPostgres } from './test-postgres.mjs';

it('starts no PostgreSQL if TEST_POSTGRES_URL is set', async () => {
  const added = await withPostgres(async env => env, { TEST_POSTGRES_URL: 'postgres://tester@db.example/' });
  assert.deepEqual(added, {});
});
