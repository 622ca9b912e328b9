import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';
import { fieldsOf } from '../testing/bad-fields.ts';

/** Creates a ticket and returns it. */
const create = async (api: TestApi, body: Record<string, unknown>): Promise<Ticket> => {
  const answer = await api.call<Ticket>('POST', '/v1/tickets', { body });
  assert.equal(answer.status, 201);
  return answer.body;
};

forEachApi(api => {
  describe('GET /tickets/{ticket_id}', () => {
    it('200, and 304 for its tag until it changes', async () => {
      const { id } = await create(api(), { subject: 'Seen before' });
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

    it('404 where there never was one, also for what no id can be', async () => {
      for (const id of ['no-such', '%00', '%F0%9F%8E%AB', 'x'.repeat(65), '-', "'"]) {
        const answer = await api().call('GET', `/v1/tickets/${id}`);
        assert.deepEqual([answer.status, answer.body.code], [404, 40401], id);
      }
    });

    it('401 without a token and with a wrong one, with the challenge of RFC 6750', async () => {
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

    it('200 with the fields asked for only', async () => {
      const { id } = await create(api(), { subject: 'Slim' });
      const answer = await api().call('GET', `/v1/tickets/${id}?fields=subject,id&pretty=false`);
      assert.equal(answer.text, `{"id":"${id}","subject":"Slim"}`);
    });
  });

  describe('PATCH /tickets/{ticket_id}', () => {
    it('200 with the new representation; closing stamps closed_at, reopening clears it', async () => {
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
        const answer = await api().call<Ticket>('PATCH', `/v1/tickets/${id}`, { body });
        assert.deepEqual([answer.status, answer.body.version], [200, 1]);
      }
    });

    it('412 when If-Match names another version: nothing is done, and the differences are told', async () => {
      const { id } = await create(api(), { subject: 'Contested' });
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { priority: 'urgent' } });
      const answer = await api().call('PATCH', `/v1/tickets/${id}`, {
        headers: { 'If-Match': '"1"' },
        body: { priority: 'low' },
      });
      assert.equal(answer.status, 412);
      assert.deepEqual(answer.body.differences, [{ field: 'priority', yours: 'low', current: 'urgent' }]);
      const { body } = await api().call<Ticket>('GET', `/v1/tickets/${id}`);
      assert.deepEqual([body.priority, body.version], ['urgent', 2]);
    });

    it('409 when the body carries another version and a field differs', async () => {
      const { id } = await create(api(), { subject: 'Stale' });
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { priority: 'urgent' } });
      const answer = await api().call('PATCH', `/v1/tickets/${id}`, { body: { version: 1, priority: 'low' } });
      assert.deepEqual([answer.status, answer.body.code], [409, 40901]);
      assert.deepEqual(answer.body.differences, [
        { field: 'priority', yours: 'low', current: 'urgent' },
        { field: 'version', yours: 1, current: 2 },
      ]);
    });
  });

  describe('PUT /tickets/{ticket_id}', () => {
    it('422 for an id that cannot be one, or that the API uses itself', async () => {
      for (const [id, code] of [
        ['%00', 1006],
        ['a%20b', 1006],
        ['me', 1015],
      ] as const) {
        const answer = await api().call('PUT', `/v1/tickets/${id}`, { body: { subject: 'x' } });
        assert.deepEqual([answer.status, fieldsOf(answer)], [422, [['ticket_id', code]]], id);
      }
    });

    it('200 for a body as it was read, which changes nothing', async () => {
      const ticket = await create(api(), { subject: 'Round trip', tags: ['a'], priority: 'high' });
      const answer = await api().call<Ticket>('PUT', `/v1/tickets/${ticket.id}`, { body: ticket });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, ticket);
      assert.equal(answer.headers.get('etag'), null);
    });

    it('201 under the id of the address, and the server goes on counting after it', async () => {
      const answer = await api().call<Ticket>('PUT', '/v1/tickets/70000', { body: { subject: 'Imported' } });
      assert.equal(answer.status, 201);
      assert.equal(answer.headers.get('location'), answer.body.url);
      const next = await create(api(), { subject: 'Next' });
      assert.equal(next.id, '70001');
    });

    it('200 puts omitted fields back to their defaults', async () => {
      const { id } = await create(api(), { subject: 'Full', description: 'text', tags: ['x'] });
      const answer = await api().call<Ticket>('PUT', `/v1/tickets/${id}`, { body: { subject: 'Bare' } });
      assert.deepEqual([answer.body.description, answer.body.tags], ['', []]);
    });
  });

  describe('DELETE /tickets/{ticket_id}', () => {
    it('204, then 410 for good, also to a PUT', async () => {
      const { id } = await create(api(), { subject: 'Away' });
      assert.equal((await api().call('DELETE', `/v1/tickets/${id}`)).status, 204);
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
        const answer = await api().call(
          method,
          `/v1/tickets/${id}`,
          method === 'GET' ? {} : { body: { subject: 'x' } },
        );
        assert.deepEqual([answer.status, answer.body.code], [410, 41001], method);
      }
    });
  });
});
