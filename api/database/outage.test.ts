import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { findStoreOutage } from './outage.ts';

const catchError = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('findStoreOutage', () => {
  it('recognizes SQLite result codes', () => {
    const file = new DatabaseSync(':memory:');
    file.exec('create table a (b unique); insert into a values (1); pragma max_page_count = 1');
    assert.equal(findStoreOutage(catchError(() => file.exec('insert into a values (zeroblob(100000))'))), 'full');
    file.exec('pragma query_only = on');
    assert.equal(findStoreOutage(catchError(() => file.exec('delete from a'))), 'read_only');
    file.exec('pragma query_only = off');
    assert.equal(findStoreOutage(catchError(() => file.exec('insert into a values (1)'))), null);
    assert.equal(findStoreOutage(catchError(() => file.exec('nonsense'))), null);
    file.close();
  });

  it('recognizes errors of PostgreSQL, its driver and sockets, even as the cause of another error', () => {
    const withCode = (code: string) => Object.assign(new Error('no'), { code });
    assert.equal(findStoreOutage(withCode('53100')), 'full');
    assert.equal(findStoreOutage(withCode('40001')), 'busy');
    assert.equal(findStoreOutage(withCode('40P01')), 'busy');
    for (const code of ['25P03', '25P04']) assert.equal(findStoreOutage(withCode(code)), 'slow', code);
    // 57P01 to 57P03: the server is stopping, has crashed or is starting. 08P01: PgBouncer cannot log in to its server.
    for (const code of ['08006', '08P01', '53300', '57P01', '57P02', '57P03'])
      assert.equal(findStoreOutage(withCode(code)), 'unavailable', code);
    assert.equal(findStoreOutage(new Error('Connection terminated unexpectedly')), 'unavailable');
    assert.equal(findStoreOutage(new Error('outer', { cause: withCode('ECONNREFUSED') })), 'unavailable');
    assert.equal(findStoreOutage(withCode('23505')), null);
    assert.equal(findStoreOutage(new Error('Connection of two ideas')), null);
    assert.equal(findStoreOutage('text'), null);
  });
});
