import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';
import { getFieldErrors } from '../testing/invalid-fields.ts';

const create = async (api: TestApi, body: Record<string, unknown>): Promise<Ticket> => {
  const response = await api.call<Ticket>('POST', '/v1/tickets', { body });
  assert.equal(response.status, 201);
  return response.body;
};

forEachApi(api => {
  describe('GET /tickets/{ticket_id}', () => {
    it('200, then 304 for its ETag until it changes', async () => {
      const { id } = await create(api(), { subject: 'Cached' });
      const first = await api().call('GET', `/v1/tickets/${id}`);
      const tag = first.headers.get('etag') ?? '';
      const again = await api().call('GET', `/v1/tickets/${id}`, { headers: { 'If-None-Match': tag } });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get('etag'), tag);
      assert.equal(again.text, '');
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { priority: 'high' } });
      const changed = await api().call('GET', `/v1/tickets/${id}`, { headers: { 'If-None-Match': tag } });
      assert.equal(changed.status, 200);
    });

    it('404 for an unknown id and for an invalid one', async () => {
      for (const id of ['no-such', '%00', '%F0%9F%8E%AB', 'x'.repeat(65), '-', "'"]) {
        const response = await api().call('GET', `/v1/tickets/${id}`);
        assert.deepEqual([response.status, response.body.code], [404, 40401], id);
      }
    });

    it('401 without a token and with an invalid one, with the challenge of RFC 6750', async () => {
      const none = await api().call('GET', '/v1/tickets/1', { as: null });
      assert.deepEqual([none.status, none.body.code], [401, 40100]);
      assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="stardesk"');
      const wrong = await api().call('GET', '/v1/tickets/1', {
        as: null,
        headers: { Authorization: 'Bearer nonsense' },
      });
      assert.deepEqual([wrong.status, wrong.body.code], [401, 40101]);
      assert.match(wrong.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    });

    it('200 with only the requested fields', async () => {
      const { id } = await create(api(), { subject: 'Slim' });
      const response = await api().call('GET', `/v1/tickets/${id}?fields=subject,id&pretty=false`);
      assert.equal(response.text, `{"id":"${id}","subject":"Slim"}`);
    });
  });

  describe('PATCH /tickets/{ticket_id}', () => {
    it('200 with the new representation; closing sets closed_at, reopening clears it', async () => {
      const { id } = await create(api(), { subject: 'Close me' });
      const closed = await api().call<Ticket>('PATCH', `/v1/tickets/${id}`, { body: { state: 'closed' } });
      assert.equal(closed.status, 200);
      assert.equal(closed.body.version, 2);
      assert.equal(closed.body.closed_at, closed.body.updated_at);
      assert.equal(closed.body.awaiting_reply, false);
      const opened = await api().call<Ticket>('PATCH', `/v1/tickets/${id}`, { body: { state: 'open' } });
      assert.equal(opened.body.closed_at, null);
      assert.equal(opened.body.awaiting_reply, true);
    });

    it('200 and no new version for a delta that changes nothing', async () => {
      const { id } = await create(api(), { subject: 'Same' });
      for (const body of [{}, { subject: 'Same', tags: [] }]) {
        const response = await api().call<Ticket>('PATCH', `/v1/tickets/${id}`, { body });
        assert.deepEqual([response.status, response.body.version], [200, 1]);
      }
    });

    it('412 with the differences when If-Match names another version; nothing is changed', async () => {
      const { id } = await create(api(), { subject: 'Contested' });
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { priority: 'urgent' } });
      const response = await api().call('PATCH', `/v1/tickets/${id}`, {
        headers: { 'If-Match': '"1"' },
        body: { priority: 'low' },
      });
      assert.equal(response.status, 412);
      assert.deepEqual(response.body.differences, [{ field: 'priority', yours: 'low', current: 'urgent' }]);
      const { body } = await api().call<Ticket>('GET', `/v1/tickets/${id}`);
      assert.deepEqual([body.priority, body.version], ['urgent', 2]);
    });

    it('409 with the differences when the body has another version and a field differs', async () => {
      const { id } = await create(api(), { subject: 'Stale' });
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { priority: 'urgent' } });
      const response = await api().call('PATCH', `/v1/tickets/${id}`, { body: { version: 1, priority: 'low' } });
      assert.deepEqual([response.status, response.body.code], [409, 40901]);
      assert.deepEqual(response.body.differences, [
        { field: 'priority', yours: 'low', current: 'urgent' },
        { field: 'version', yours: 1, current: 2 },
      ]);
    });
  });

  describe('PUT /tickets/{ticket_id}', () => {
    it('422 for an invalid id and for a reserved one', async () => {
      for (const [id, code] of [
        ['%00', 1006],
        ['a%20b', 1006],
        ['me', 1015],
      ] as const) {
        const response = await api().call('PUT', `/v1/tickets/${id}`, { body: { subject: 'x' } });
        assert.deepEqual([response.status, getFieldErrors(response)], [422, [['ticket_id', code]]], id);
      }
    });

    it('200 changes nothing when the body is the representation that was read', async () => {
      const ticket = await create(api(), { subject: 'Round trip', tags: ['a'], priority: 'high' });
      const response = await api().call<Ticket>('PUT', `/v1/tickets/${ticket.id}`, { body: ticket });
      assert.equal(response.status, 200);
      assert.deepEqual(response.body, ticket);
      assert.equal(response.headers.get('etag'), null);
    });

    it('201 under the id in the URL; the next generated id follows it', async () => {
      const response = await api().call<Ticket>('PUT', '/v1/tickets/70000', { body: { subject: 'Imported' } });
      assert.equal(response.status, 201);
      assert.equal(response.headers.get('location'), response.body.url);
      const next = await create(api(), { subject: 'Next' });
      assert.equal(next.id, '70001');
    });

    it('200 resets omitted fields to their defaults', async () => {
      const { id } = await create(api(), { subject: 'Full', description: 'text', tags: ['x'] });
      const response = await api().call<Ticket>('PUT', `/v1/tickets/${id}`, { body: { subject: 'Bare' } });
      assert.deepEqual([response.body.description, response.body.tags], ['', []]);
    });
  });

  describe('DELETE /tickets/{ticket_id}', () => {
    it('204, then 410 forever, also for PUT', async () => {
      const { id } = await create(api(), { subject: 'Away' });
      assert.equal((await api().call('DELETE', `/v1/tickets/${id}`)).status, 204);
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
        const response = await api().call(
          method,
          `/v1/tickets/${id}`,
          method === 'GET' ? {} : { body: { subject: 'x' } },
        );
        assert.deepEqual([response.status, response.body.code], [410, 41001], method);
      }
    });
  });
});
