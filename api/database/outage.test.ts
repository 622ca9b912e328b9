import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { outageOf } from './outage.ts';

const errorOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('an outage of the store', () => {
  it('is told from a fault by what SQLite says', () => {
    const file = new DatabaseSync(':memory:');
    file.exec('create table a (b unique); insert into a values (1); pragma max_page_count = 1');
    assert.equal(outageOf(errorOf(() => file.exec('insert into a values (zeroblob(100000))'))), 'full');
    file.exec('pragma query_only = on');
    assert.equal(outageOf(errorOf(() => file.exec('delete from a'))), 'read_only');
    file.exec('pragma query_only = off');
    assert.equal(outageOf(errorOf(() => file.exec('insert into a values (1)'))), null);
    assert.equal(outageOf(errorOf(() => file.exec('nonsense'))), null);
    file.close();
  });

  it('is told from a fault by what PostgreSQL, its driver and sockets say, as a cause too', () => {
    const coded = (code: string) => Object.assign(new Error('no'), { code });
    assert.equal(outageOf(coded('53100')), 'full');
    assert.equal(outageOf(coded('08006')), 'away');
    assert.equal(outageOf(coded('53300')), 'away');
    assert.equal(outageOf(new Error('Connection terminated unexpectedly')), 'away');
    assert.equal(outageOf(new Error('outer', { cause: coded('ECONNREFUSED') })), 'away');
    assert.equal(outageOf(coded('23505')), null);
    assert.equal(outageOf(new Error('Connection of two ideas')), null);
    assert.equal(outageOf('text'), null);
  });
});
