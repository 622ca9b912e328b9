import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitHosts } from './postgres-hosts.ts';

describe('the hosts of a PostgreSQL URL', () => {
  it('become one URL each, with the shared user, database and parameters', () => {
    assert.deepEqual(splitHosts('postgres://me:p,@ss@db1,db2:5433,[::1]/desk?sslmode=require'), [
      'postgres://me:p,@ss@db1/desk?sslmode=require',
      'postgres://me:p,@ss@db2:5433/desk?sslmode=require',
      'postgres://me:p,@ss@[::1]/desk?sslmode=require',
    ]);
    for (const url of ['postgresql://db/desk', 'postgres:///desk?host=/run/postgresql'])
      assert.deepEqual(splitHosts(url), [url]);
  });

  it('are rejected when one of them is empty or malformed', () => {
    const hosts = ['db1,', ',db2', 'db1,,db2', 'db1,:5433', 'db1,db 2', 'db1,db2:port'];
    for (const each of hosts) assert.equal(splitHosts(`postgres://me:secret@${each}/desk`), null, each);
    assert.equal(splitHosts('mysql://db/desk'), null);
  });
});
