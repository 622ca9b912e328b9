import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  it('sweeps delete expired idempotency keys, and run again after an hour or a minute', async () => {
    const create = async () => {
      const headers = { 'Idempotency-Key': 'daily' };
      const { body } = await api().call<{ id: string }>('POST', '/v1/tickets', { body: { subject: 'Once' }, headers });
      return body.id;
    };
    const countKeys = async () =>
      (await api().database.read.selectFrom('idempotency_keys').select('key_hash').execute()).length;
    const first = await create();
    assert.deepEqual(await api().runJobs(), [
      'collect_files finished',
      'purge_expired finished',
      'purge_sign_ins finished',
    ]);
    assert.deepEqual([await create(), await countKeys()], [first, 1]);
    assert.deepEqual(await api().runJobs(), []);
    api().clock.advance(61_000);
    assert.deepEqual(await api().runJobs(), ['purge_sign_ins finished']);
    api().clock.advance(25 * 3_600_000);
    assert.deepEqual(await api().runJobs(), [
      'collect_files finished',
      'purge_expired finished',
      'purge_sign_ins finished',
    ]);
    assert.equal(await countKeys(), 0);
  });
});
