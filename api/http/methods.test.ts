import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist, Message, Ticket, View } from '#contract';
import { withApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const validators = ({ headers }: ApiResponse) => [headers.get('etag'), headers.get('last-modified')];

withApi(api => {
  const send = <Body>(method: string, path: string, body?: unknown, type = 'application/json') =>
    api().call<Body>(method, path, { body, type });
  const create = async <Body>(list: string, body: object): Promise<Body> => (await send<Body>('POST', list, body)).body;
  const full = { subject: 'A', description: 'B', customer_name: 'C', priority: 'high', state: 'closed', tags: ['d'] };

  describe('PUT', () => {
    it('201 with Location for a new id, 200 without Location for a known id; neither response has an ETag', async () => {
      const created = await send<Ticket>('PUT', '/v1/tickets/import-7', { subject: 'A' });
      const replaced = await send<Ticket>('PUT', '/v1/tickets/import-7', { subject: 'B' });
      assert.deepEqual([created.status, replaced.status], [201, 200]);
      const { url, id, version, created_by } = created.body;
      assert.equal(url, `${api().url}/v1/tickets/import-7`);
      assert.deepEqual([id, version, created_by], ['import-7', 1, api().people.agent.id]);
      assert.deepEqual([created.headers.get('location'), replaced.headers.get('location')], [url, null]);
      for (const response of [created, replaced]) assert.deepEqual(validators(response), [null, null]);
      assert.equal(replaced.body.version, 2);
    });

    it('200 resets every omitted optional member to its default', async () => {
      const ticket = await create<Ticket>('/v1/tickets', full);
      const { body } = await send<Ticket>('PUT', ticket.url, { subject: 'A' });
      const expected = await create<Ticket>('/v1/tickets', { subject: 'A' });
      const { id, url, created_at } = ticket;
      assert.deepEqual(body, { ...expected, id, url, created_at, version: 2, updated_at: body.updated_at });
      const gist = await create<Gist>('/v1/gists', { description: 'B', public: false, files: { a: { content: 'a' } } });
      const bare = await send<Gist>('PUT', gist.url, { files: { b: { content: '' } } });
      assert.deepEqual([bare.body.description, bare.body.public, Object.keys(bare.body.files)], ['', true, ['b']]);
    });
  });

  describe('PATCH', () => {
    it('200 with an ETag; updates only the named members, to null where allowed', async () => {
      const ticket = await create<Ticket>('/v1/tickets', full);
      const patch = { customer_name: null, tags: [], priority: 'low' };
      const response = await send<Ticket>('PATCH', ticket.url, patch, 'application/merge-patch+json');
      const { body } = response;
      assert.deepEqual(body, { ...ticket, ...patch, version: 2, updated_at: body.updated_at });
      const headers = { 'If-Match': response.headers.get('etag') ?? '' };
      const again = await api().call('PATCH', ticket.url, { headers, body: { subject: 'Z' } });
      assert.equal(again.status, 200);
      assert.equal(
        (await api().call('GET', ticket.url, { headers: { 'If-None-Match': again.headers.get('etag') ?? '' } })).status,
        304,
      );
    });
  });

  describe('DELETE', () => {
    it('204 without a body the first time, then 410 for every method except OPTIONS, even for nested paths', async () => {
      const ticket = await create<Ticket>('/v1/tickets', { subject: 'A' });
      const message = await create<Message>(`${ticket.url}/messages`, { body: 'A' });
      const deletedMessage = await create<Message>(`${ticket.url}/messages`, { body: 'B' });
      const gist = await create<Gist>('/v1/gists', { files: { a: { content: '' } } });
      const view = await create<View>('/v1/views', { name: 'A', query: '' });
      const expectDeleted = async (code: number, url: string, methods: string[]) => {
        for (const method of methods) {
          const response = await send(method, url, ['GET', 'HEAD'].includes(method) ? undefined : {});
          assert.equal(response.status, 410, `${method} ${url}`);
          if (method !== 'HEAD') assert.equal(response.body.code, code);
        }
        assert.equal((await send('OPTIONS', url)).status, 204);
      };
      const all = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'];
      for (const { url } of [deletedMessage, ticket, gist, view]) {
        const { status, text } = await send('DELETE', url);
        assert.deepEqual([status, text], [204, '']);
        if (url === deletedMessage.url) await expectDeleted(41002, url, all);
      }
      await expectDeleted(41001, ticket.url, all);
      await expectDeleted(41001, `${ticket.url}/messages`, ['GET', 'HEAD', 'POST']);
      for (const { url } of [message, deletedMessage]) await expectDeleted(41001, url, all);
      await expectDeleted(41003, gist.url, all);
      await expectDeleted(41003, `${gist.url}/star`, ['GET', 'HEAD', 'PUT', 'DELETE']);
      await expectDeleted(41004, view.url, all);
    });
  });
});
