import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withPostgres } from './lend-postgres.mjs';

it('lends no PostgreSQL where the environment names one', async () => {
  const lent = await withPostgres(async env => env, { TEST_POSTGRES_URL: 'postgres://tester@db.example/' });
  assert.deepEqual(lent, {});
});
