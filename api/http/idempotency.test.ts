import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const post = (
  api: TestApi,
  key: string,
  body: unknown,
  as: 'agent' | 'admin' = 'agent',
): Promise<ApiResponse<Ticket>> =>
  api.call<Ticket>('POST', '/v1/tickets', { as, body, headers: { 'Idempotency-Key': key } });

const count = async (api: TestApi): Promise<string | null> =>
  (await api.call('GET', '/v1/tickets?count=true')).headers.get('x-total-count');

forEachApi(api => {
  describe('POST with an Idempotency-Key', () => {
    it('201 repeats the first response, even after the resource has changed', async () => {
      const first = await post(api(), 'once', { subject: 'Once' });
      assert.deepEqual([first.status, first.headers.get('idempotency-replayed')], [201, null]);
      await api().call('PATCH', `/v1/tickets/${first.body.id}`, { body: { subject: 'Changed' } });
      const before = await count(api());
      const again = await post(api(), 'once', { subject: 'Once' });
      assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true']);
      assert.equal(again.text, first.text);
      for (const name of ['location', 'etag']) assert.equal(again.headers.get(name), first.headers.get(name));
      assert.equal(await count(api()), before);
    });

    it('201 twice for two people: each person has their own keys', async () => {
      const [one, other] = [
        await post(api(), 'mine', { subject: 'A' }, 'agent'),
        await post(api(), 'mine', { subject: 'B' }, 'admin'),
      ];
      assert.notEqual(one.body.id, other.body.id);
    });

    it('422 with another payload', async () => {
      await post(api(), 'reused', { subject: 'A' });
      const response = await post(api(), 'reused', { subject: 'B' });
      assert.deepEqual([response.status, response.body.code], [422, 42201]);
    });

    it('422 is not stored: the same key works with a valid body', async () => {
      assert.equal((await post(api(), 'corrected', { subject: '' })).status, 422);
      assert.equal((await post(api(), 'corrected', { subject: 'Right' })).status, 201);
    });

    it('400 for a key that is too long or contains other characters than visible ASCII', async () => {
      for (const key of ['x'.repeat(256), 'with space', '']) {
        const response = await post(api(), key, { subject: 'A' });
        assert.deepEqual([response.status, response.body.code], [400, 40008]);
      }
    });

    it('201 or 409 for ten concurrent requests, and one ticket', async () => {
      const before = Number(await count(api()));
      const responses = await Promise.all(Array.from({ length: 10 }, () => post(api(), 'crowd', { subject: 'Crowd' })));
      const created = responses.filter(({ status }) => status === 201);
      assert.ok(created.length > 0);
      assert.equal(new Set(created.map(({ body }) => body.id)).size, 1);
      for (const { status, body } of responses) assert.ok(status === 201 || body.code === 40903);
      assert.equal(Number(await count(api())), before + 1);
    });
  });
});
