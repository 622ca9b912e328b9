import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person } from '#contract';
import { forEachApi } from '../testing/api.ts';

const newcomer = { name: 'Rui Carvalho', email: 'rui@desk.example', password: 'correct horse' };

forEachApi(api => {
  describe('GET /people/me', () => {
    it('200 with the caller, without secrets', async () => {
      const response = await api().call<Person>('GET', '/v1/people/me', { as: 'viewer' });
      assert.equal(response.status, 200);
      assert.deepEqual(Object.keys(response.body).sort(), [
        'created_at',
        'disabled',
        'email',
        'id',
        'name',
        'role',
        'updated_at',
        'url',
        'version',
      ]);
      assert.deepEqual([response.body.id, response.body.role], [api().people.viewer.id, 'viewer']);
    });
  });

  describe('POST /people', () => {
    it('201 for an administrator; the response never contains the password', async () => {
      const response = await api().call<Person>('POST', '/v1/people', { as: 'admin', body: newcomer });
      assert.equal(response.status, 201);
      assert.deepEqual(
        [response.body.role, response.body.disabled, 'password' in response.body],
        ['agent', false, false],
      );
      assert.ok(!response.text.includes('correct horse'));
    });

    it('422 for a taken email in any case, and for a short password', async () => {
      const body = { name: 'Twin', email: api().people.agent.email.toUpperCase(), password: 'short' };
      const response = await api().call('POST', '/v1/people', { as: 'admin', body });
      assert.deepEqual(response.body.errors?.map(({ field, code }) => [field, code]).sort(), [
        ['email', 1010],
        ['password', 1003],
      ]);
    });

    it('201 for one of five concurrent requests with one email, 422 for the others', async () => {
      const body = { name: 'Five', email: 'five@desk.example', password: 'correct horse' };
      const requests = Array.from({ length: 5 }, () => api().call('POST', '/v1/people', { as: 'admin', body }));
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [201, 422, 422, 422, 422]);
    });

    it('405 for an agent, with the methods allowed to agents', async () => {
      const response = await api().call('POST', '/v1/people', { as: 'agent', body: newcomer });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
    });
  });

  describe('PATCH /people/{person_id}', () => {
    it('200 disables a person and revokes their tokens immediately', async () => {
      const { id } = api().people.viewer;
      const response = await api().call<Person>('PATCH', `/v1/people/${id}`, { as: 'admin', body: { disabled: true } });
      assert.deepEqual([response.status, response.body.disabled], [200, true]);
      assert.equal((await api().call('GET', '/v1/people/me', { as: 'viewer' })).status, 401);
      await api().call('PATCH', `/v1/people/${id}`, { as: 'admin', body: { disabled: false } });
    });
  });

  describe('DELETE /people/{person_id}', () => {
    it('405 for every role: people are disabled, never deleted', async () => {
      const response = await api().call('DELETE', `/v1/people/${api().people.viewer.id}`, { as: 'admin' });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'GET, HEAD, PATCH, OPTIONS');
    });
  });
});
