import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { View } from '#contract';
import type { Role } from '#contract/enums';
import { forEachApi, type TestApi } from '../testing/api.ts';

const create = async (api: TestApi, as: Role, shared: boolean): Promise<View> => {
  const body = { name: `Of the ${as}`, query: 'state=open', shared };
  const response = await api.call<View>('POST', '/v1/views', { as, body });
  assert.equal(response.status, 201);
  return response.body;
};

/** Counts how often a view appears in the list of a role. */
const countListed = async (api: TestApi, as: Role, { id }: View): Promise<number> => {
  const { body } = await api.call<View[]>('GET', '/v1/views?per_page=100', { as });
  return body.filter(view => view.id === id).length;
};

const writes = [
  ['PUT', { name: 'Taken', query: '' }],
  ['PATCH', { name: 'Taken' }],
  ['PATCH', {}],
  ['DELETE', undefined],
] as const;

forEachApi(api => {
  describe('another person’s private view', () => {
    it('403 for every method, also for administrators; lists omit it', async () => {
      const view = await create(api(), 'viewer', false);
      for (const [method, body] of [['GET', undefined], ['HEAD', undefined], ...writes] as const) {
        const response = await api().call(method, `/v1/views/${view.id}`, { as: 'admin', body });
        assert.equal(response.status, 403, method);
        if (method !== 'HEAD') assert.equal(response.body.code, 40300, method);
        assert.ok(!response.text.includes(view.name));
      }
      assert.deepEqual([await countListed(api(), 'admin', view), await countListed(api(), 'viewer', view)], [0, 1]);
      assert.deepEqual((await api().call('GET', `/v1/views/${view.id}`, { as: 'viewer' })).body, view);
    });

    it('403 as soon as its owner stops sharing it', async () => {
      const { id } = await create(api(), 'agent', true);
      assert.equal((await api().call('GET', `/v1/views/${id}`, { as: 'viewer' })).status, 200);
      await api().call('PATCH', `/v1/views/${id}`, { body: { shared: false } });
      assert.equal((await api().call('GET', `/v1/views/${id}`, { as: 'viewer' })).status, 403);
    });
  });

  describe('another person’s shared view', () => {
    it('200 to read, and listed for all; 403 to write', async () => {
      const view = await create(api(), 'agent', true);
      for (const as of ['viewer', 'admin'] as const) {
        assert.deepEqual((await api().call('GET', `/v1/views/${view.id}`, { as })).body, view);
        assert.equal(await countListed(api(), as, view), 1);
        for (const [method, body] of writes) {
          const response = await api().call(method, `/v1/views/${view.id}`, { as, body });
          assert.deepEqual([response.status, response.body.code], [403, 40300], method);
        }
      }
      assert.deepEqual((await api().call('GET', `/v1/views/${view.id}`)).body, view);
    });
  });

  describe('the views of a viewer', () => {
    it('201, 200 and 204: viewers manage their own views', async () => {
      const { id } = await create(api(), 'viewer', true);
      const change = { as: 'viewer', body: { name: 'Renamed', query: 'tag=vip' } } as const;
      assert.equal((await api().call('PATCH', `/v1/views/${id}`, change)).status, 200);
      assert.equal((await api().call('PUT', `/v1/views/${id}`, change)).status, 200);
      assert.equal((await api().call('PUT', '/v1/views/of-a-viewer', change)).status, 201);
      const read = await api().call('GET', `/v1/views/${id}`, { as: 'viewer' });
      assert.equal(read.headers.get('allow'), 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
      assert.equal((await api().call('DELETE', `/v1/views/${id}`, { as: 'viewer' })).status, 204);
    });
  });

  describe('the scopes of views', () => {
    it('403 to write with the read scope only, and to read with the write scope only', async () => {
      const { id } = await create(api(), 'viewer', true);
      const call = async (scope: 'tickets:read' | 'tickets:write', method: string, body?: object) => {
        const headers = { Authorization: `Bearer ${await api().createRoleToken('viewer', [scope])}` };
        return api().call(method, `/v1/views/${id}`, { as: null, headers, body });
      };
      assert.equal((await call('tickets:read', 'GET')).status, 200);
      const written = await call('tickets:read', 'PATCH', { name: 'No' });
      assert.deepEqual([written.status, written.body.code], [403, 40301]);
      assert.match(written.headers.get('www-authenticate') ?? '', /scope="tickets:write"/);
      assert.equal((await call('tickets:write', 'PATCH', { name: 'Yes' })).status, 200);
      assert.equal((await call('tickets:write', 'GET')).status, 403);
    });
  });
});
