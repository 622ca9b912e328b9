import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { View } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';

const create = async (api: TestApi, body: Record<string, unknown> = {}): Promise<View> => {
  const whole = { name: 'Urgent', query: 'priority=urgent', ...body };
  const response = await api.call<View>('POST', '/v1/views', { body: whole });
  assert.equal(response.status, 201);
  return response.body;
};

forEachApi(api => {
  describe('POST /views', () => {
    it('201 with Location, the full representation and its ETag; private by default', async () => {
      const { status, headers, body } = await api().call<View>('POST', '/v1/views', {
        body: { name: 'Mine', query: 'assignee_id=me&state=open,pending&sort=-priority,created_at' },
      });
      assert.equal(status, 201);
      assert.equal(headers.get('location'), body.url);
      assert.match(headers.get('etag') ?? '', /^"1\./);
      assert.deepEqual(body, {
        id: body.id,
        url: `${api().url}/v1/views/${body.id}`,
        name: 'Mine',
        query: 'assignee_id=me&state=open,pending&sort=-priority,created_at',
        shared: false,
        owner_id: api().people.agent.id,
        version: 1,
        created_at: body.created_at,
        updated_at: body.created_at,
      });
      assert.match(body.id, /^[1-9][0-9]*$/);
      assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('201 replays the first response for the same Idempotency-Key', async () => {
      const call = { headers: { 'Idempotency-Key': 'a-view' }, body: { name: 'Once', query: '' } };
      const first = await api().call<View>('POST', '/v1/views', call);
      const again = await api().call<View>('POST', '/v1/views', call);
      assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true']);
      assert.equal(again.text, first.text);
    });

    it('422 lists every invalid field and creates nothing', async () => {
      const before = await api().call('GET', '/v1/views');
      const response = await api().call('POST', '/v1/views', {
        body: { name: 'x'.repeat(101), query: 'stat=open', shared: 'yes', owner_id: '1', colour: 'red' },
      });
      const fields = (response.body.errors ?? []).map(({ field, code }) => [field, code]);
      assert.deepEqual(fields.sort(), [
        ['colour', 1007],
        ['name', 1004],
        ['owner_id', 1008],
        ['query', 1006],
        ['shared', 1002],
      ]);
      const missing = await api().call('POST', '/v1/views', { body: {} });
      assert.deepEqual(
        missing.body.errors?.map(({ field, code }) => [field, code]),
        [
          ['name', 1001],
          ['query', 1001],
        ],
      );
      assert.deepEqual((await api().call('GET', '/v1/views')).text, before.text);
    });
  });

  describe('GET /views/{view_id}', () => {
    it('304 for its ETag until it changes', async () => {
      const { id } = await create(api());
      const first = await api().call('GET', `/v1/views/${id}`);
      const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
      assert.equal((await api().call('GET', `/v1/views/${id}`, { headers })).status, 304);
      await api().call('PATCH', `/v1/views/${id}`, { body: { name: 'Another' } });
      assert.equal((await api().call('GET', `/v1/views/${id}`, { headers })).status, 200);
    });

    it('404 for an unknown id', async () => {
      const response = await api().call('GET', '/v1/views/no-such');
      assert.deepEqual([response.status, response.body.code], [404, 40406]);
    });
  });

  describe('PATCH /views/{view_id}', () => {
    it('200 with the changes; no new version if nothing changes', async () => {
      const view = await create(api());
      const same = await api().call<View>('PATCH', `/v1/views/${view.id}`, { body: { query: view.query } });
      assert.deepEqual([same.status, same.body], [200, view]);
      const shared = await api().call<View>('PATCH', `/v1/views/${view.id}`, { body: { shared: true } });
      assert.deepEqual(shared.body, { ...view, shared: true, version: 2, updated_at: shared.body.updated_at });
    });

    it('412 when If-Match names another version, 409 when the body does; nothing is changed', async () => {
      const { id } = await create(api());
      await api().call('PATCH', `/v1/views/${id}`, { body: { name: 'New' } });
      const tagged = await api().call('PATCH', `/v1/views/${id}`, {
        headers: { 'If-Match': '"1"' },
        body: { name: 'Late' },
      });
      assert.equal(tagged.status, 412);
      assert.deepEqual(tagged.body.differences, [{ field: 'name', yours: 'Late', current: 'New' }]);
      const stale = await api().call('PATCH', `/v1/views/${id}`, { body: { version: 1, name: 'Late' } });
      assert.deepEqual([stale.status, stale.body.code], [409, 40901]);
      assert.deepEqual(stale.body.differences, [
        { field: 'name', yours: 'Late', current: 'New' },
        { field: 'version', yours: 1, current: 2 },
      ]);
      const { body } = await api().call<View>('GET', `/v1/views/${id}`);
      assert.deepEqual([body.name, body.version], ['New', 2]);
    });

    it('422 for another owner_id, which is read-only', async () => {
      const { id } = await create(api());
      const body = { owner_id: api().people.admin.id };
      const response = await api().call('PATCH', `/v1/views/${id}`, { body });
      assert.deepEqual(
        [response.status, response.body.errors?.map(({ field, code }) => [field, code])],
        [422, [['owner_id', 1008]]],
      );
    });
  });

  describe('PUT /views/{view_id}', () => {
    it('200 changes nothing when the body is the representation that was read', async () => {
      const view = await create(api(), { shared: true });
      const response = await api().call<View>('PUT', `/v1/views/${view.id}`, { body: view });
      assert.deepEqual([response.status, response.body], [200, view]);
    });

    it('200 resets an omitted `shared` to false', async () => {
      const { id } = await create(api(), { shared: true });
      const response = await api().call<View>('PUT', `/v1/views/${id}`, { body: { name: 'Bare', query: '' } });
      assert.deepEqual([response.status, response.body.shared, response.body.query], [200, false, '']);
    });

    it('201 under the id in the URL; the next generated id follows it', async () => {
      const body = { name: 'Imported', query: 'q=invoice' };
      const response = await api().call<View>('PUT', '/v1/views/7000', { body });
      assert.deepEqual([response.status, response.headers.get('location')], [201, response.body.url]);
      assert.equal((await create(api())).id, '7001');
      const again = await api().call('PUT', '/v1/views/7000', { headers: { 'If-None-Match': '*' }, body });
      assert.equal(again.status, 412);
    });

    it('201 for one of ten concurrent PUTs, 200 for the others', async () => {
      const put = () => api().call('PUT', '/v1/views/crowd', { body: { name: 'Crowd', query: '' } });
      await Promise.all(Array.from({ length: 10 }, () => api().call('GET', '/v1/views'))); // opens every connection
      const responses = await Promise.all(Array.from({ length: 10 }, put));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [...Array(9).fill(200), 201]);
    });
  });

  describe('DELETE /views/{view_id}', () => {
    it('204, then 410 forever, also for PUT', async () => {
      const { id } = await create(api());
      assert.equal((await api().call('DELETE', `/v1/views/${id}`)).status, 204);
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
        const body = { name: 'Back', query: '' };
        const response = await api().call(method, `/v1/views/${id}`, method === 'GET' ? {} : { body });
        assert.deepEqual([response.status, response.body.code], [410, 41004], method);
      }
    });
  });
});
