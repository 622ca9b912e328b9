import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from './postgres.ts';

it('creates separate empty databases that can be dropped', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  assert.notEqual(one.databaseUrl, other.databaseUrl);
  await query(one.databaseUrl, 'CREATE TABLE mark (id integer)');
  assert.deepEqual(await query(other.databaseUrl, "SELECT to_regclass('mark')::text AS mark"), [{ mark: null }]);

  await Promise.all([one.drop(), other.drop()]);
  await assert.rejects(query(one.databaseUrl, 'SELECT 1'), /does not exist/);
});

it('creates an independent copy of a database', async () => {
  const original = await createTestDatabase();
  await query(original.databaseUrl, 'CREATE TABLE mark (id integer)');
  const [one, other] = await Promise.all([createTestDatabase(original), createTestDatabase(original)]);
  await query(one.databaseUrl, 'INSERT INTO mark VALUES (1)');
  for (const copy of [original, other]) {
    assert.deepEqual(await query(copy.databaseUrl, 'SELECT count(*)::int AS marks FROM mark'), [{ marks: 0 }]);
  }
  await Promise.all([original, one, other].map(each => each.drop()));
});

it('uses UTF-8 and an English collation', async () => {
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
