import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import type { Attachment, Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import type { Handler } from './handler.ts';
import { purgeExpired, purgeSignIns } from './sweeps.ts';

const day = 86_400_000;

forEachApi(api => {
  it('sweeps run again when they are due, and delete expired idempotency keys', async () => {
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
      'notify finished',
      'mail_notifications finished',
    ]);
    assert.deepEqual([await create(), await countKeys()], [first, 1]);
    assert.deepEqual(await api().runJobs(), []);
    api().clock.advance(61_000);
    const frequent = ['purge_sign_ins finished', 'notify finished', 'mail_notifications finished'];
    assert.deepEqual(await api().runJobs(), frequent);
    api().clock.advance(25 * 3_600_000);
    assert.deepEqual(await api().runJobs(), [
      'collect_files finished',
      'purge_expired finished',
      'purge_sign_ins finished',
      'notify finished',
      'mail_notifications finished',
    ]);
    assert.equal(await countKeys(), 0);
  });

  it('a sweep that a shutdown interrupts does not count as finished', async () => {
    const { database, clock } = api();
    const expired = Array.from({ length: 600 }, (_, n) => ({
      ...{ key_hash: String(n), payload_hash: '', answer: '{}', created_at: 1 },
    }));
    await database.transaction(writes => writes.insertInto('idempotency_keys').values(expired).execute());
    const run = async ({ run, kind }: Handler, signal: AbortSignal) => {
      const job = { id: 'j', kind, key: 'recurring', payload: {}, attempt: 1, progress: null };
      const log = pino({ level: 'silent' });
      return run(job, { database, clock: clock.now, log, signal, setProgress: async () => {} });
    };
    const interrupted = AbortSignal.abort(new Error('The process is shutting down.'));
    for (const sweep of [purgeExpired, purgeSignIns]) await assert.rejects(run(sweep, interrupted), /shutting down/);
    await run(purgeExpired, new AbortController().signal);
    assert.deepEqual(await database.read.selectFrom('idempotency_keys').select('key_hash').execute(), []);
  });

  it('a sweep deletes files that have been unattached for 30 days', async () => {
    const upload = async () =>
      (await api().call<Attachment>('POST', '/v1/attachments', { text: 'x', type: 'text/plain' })).body;
    // Reads the store, because the tokens of the test API expire after 30 days, too.
    const list = async () =>
      (await api().database.read.selectFrom('attachments').select('id').execute()).map(({ id }) => id);
    const [old, used] = [await upload(), await upload()];
    const ticket = { body: { subject: 'Printer' } };
    const { url } = (await api().call<Ticket>('POST', '/v1/tickets', ticket)).body;
    await api().call('POST', `${url}/messages`, { body: { body: 'x', attachment_ids: [used.id] } });
    api().clock.advance(20 * day);
    const young = await upload();
    api().clock.advance(9.9 * day);
    await api().runJobs();
    assert.deepEqual(await list(), [old.id, used.id, young.id]);
    api().clock.advance(0.2 * day);
    await api().runJobs();
    assert.deepEqual(await list(), [used.id, young.id]);
  });
});
