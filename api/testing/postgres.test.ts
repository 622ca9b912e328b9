import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from './postgres.ts';

it('each test database is empty, its own, and gone once dropped', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  assert.notEqual(one.databaseUrl, other.databaseUrl);
  await query(one.databaseUrl, 'CREATE TABLE mark (id integer)');
  assert.deepEqual(await query(other.databaseUrl, "SELECT to_regclass('mark')::text AS mark"), [{ mark: null }]);

  await Promise.all([one.drop(), other.drop()]);
  await assert.rejects(query(one.databaseUrl, 'SELECT 1'), /does not exist/);
});

it('texts are UTF-8 and collated as on an ordinary server', async () => {
  const database = await createTestDatabase();
  const rows = await query(database.databaseUrl, "SELECT 'a' < 'B' AS collated, length('é★') AS characters");
  assert.deepEqual(rows, [{ collated: true, characters: 2 }]);
  await database.drop();
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
