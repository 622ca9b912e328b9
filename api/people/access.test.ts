import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi, type TestApi } from '../testing/api.ts';

const change = async (api: TestApi, role: 'agent' | 'viewer', body: object) => {
  const { status } = await api.call('PATCH', `/v1/people/${api.people[role].id}`, { as: 'admin', body });
  assert.equal(status, 200);
};

forEachApi(api => {
  describe('PATCH /people/{person_id} and access', () => {
    it('401 immediately with a disabled person’s token, even after they are enabled again', async () => {
      const me = () => api().call('GET', '/v1/people/me', { as: 'agent' });
      assert.equal((await me()).status, 200);
      await change(api(), 'agent', { disabled: true });
      assert.equal((await me()).status, 401);
      await change(api(), 'agent', { disabled: false });
      assert.equal((await me()).status, 401);
    });

    it('401 with tokens issued before a new password; renaming revokes nothing', async () => {
      const me = () => api().call('GET', '/v1/people/me', { as: 'viewer' });
      await change(api(), 'viewer', { name: 'Another name' });
      assert.equal((await me()).status, 200);
      await change(api(), 'viewer', { password: 'a new password' });
      assert.equal((await me()).status, 401);
    });
  });
});
