import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { View } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

forEachApi(api => {
  const create = async (shared: boolean): Promise<View> =>
    (await api().call<View>('POST', '/v1/views', { body: { name: 'Urgent', query: 'priority=urgent', shared } })).body;

  describe('POST /views', () => {
    it('201 with Location, the full representation and its ETag; private by default', async () => {
      const draft = { name: 'Mine', query: 'assignee_id=me&state=open,pending&sort=-priority,created_at' };
      const { status, headers, body } = await api().call<View>('POST', '/v1/views', { body: draft });
      assert.equal(status, 201);
      assert.equal(headers.get('location'), body.url);
      assert.match(headers.get('etag') ?? '', /^"1\./);
      assert.deepEqual(body, {
        ...draft,
        id: body.id,
        url: `${api().url}/v1/views/${body.id}`,
        shared: false,
        owner_id: api().people.agent.id,
        version: 1,
        created_at: body.created_at,
        updated_at: body.created_at,
      });
      assert.match(body.id, /^[1-9][0-9]*$/);
      assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('422 for a name that is missing, empty or longer than 100 code points, and for a missing query', async () => {
      for (const [body, errors] of [
        [{}, { name: 1001, query: 1001 }],
        [{ name: '', query: '' }, { name: 1003 }],
        [{ name: '🎫'.repeat(101), query: '' }, { name: 1004 }],
      ] as const) {
        const response = await api().call('POST', '/v1/views', { body });
        assert.deepEqual(getStatusAndFieldErrors(response), [422, Object.entries(errors)]);
      }
      const body = { name: '🎫'.repeat(100), query: '' };
      assert.equal((await api().call('POST', '/v1/views', { body })).status, 201);
    });
  });

  describe('PATCH /views/{view_id}', () => {
    it('200 with the changes; 422 for a different owner', async () => {
      const view = await create(false);
      const { body } = await api().call<View>('PATCH', view.url, { body: { shared: true } });
      assert.deepEqual(body, { ...view, shared: true, version: 2, updated_at: body.updated_at });
      const response = await api().call('PATCH', view.url, { body: { owner_id: api().people.admin.id } });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['owner_id', 1008]]]);
    });
  });

  describe('PUT /views/{view_id}', () => {
    it('200 resets an omitted `shared` to false', async () => {
      const { url } = await create(true);
      const { status, body } = await api().call<View>('PUT', url, { body: { name: 'Bare', query: '' } });
      assert.deepEqual([status, body.shared, body.query], [200, false, '']);
    });

    it('201 for one of ten concurrent PUTs, 200 for the other nine', async () => {
      const put = () => api().call('PUT', '/v1/views/crowd', { body: { name: 'Crowd', query: '' } });
      await Promise.all(Array.from({ length: 10 }, () => api().call('GET', '/v1/views'))); // opens every connection
      const responses = await Promise.all(Array.from({ length: 10 }, put));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [...Array(9).fill(200), 201]);
    });
  });
});
