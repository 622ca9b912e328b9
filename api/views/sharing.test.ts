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
    it('403 for every method, even for administrators; lists omit the view', async () => {
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

    it('403 as soon as its owner stops sharing the view', async () => {
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
});
