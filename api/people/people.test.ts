import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person } from '#contract';
import { forEachApi } from '../testing/api.ts';

const newcomer = { name: 'Rui Carvalho', email: 'rui@desk.example', password: 'correct horse' };

forEachApi(api => {
  describe('GET /people/me', () => {
    it('200 with the person the token speaks for, and nothing secret', async () => {
      const answer = await api().call<Person>('GET', '/v1/people/me', { as: 'viewer' });
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body).sort(), [
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
      assert.deepEqual([answer.body.id, answer.body.role], [api().people.viewer.id, 'viewer']);
    });
  });

  describe('POST /people', () => {
    it('201 by an administrator; the password never comes back', async () => {
      const answer = await api().call<Person>('POST', '/v1/people', { as: 'admin', body: newcomer });
      assert.equal(answer.status, 201);
      assert.deepEqual([answer.body.role, answer.body.disabled, 'password' in answer.body], ['agent', false, false]);
      assert.ok(!answer.text.includes('correct horse'));
    });

    it('422 for an address somebody has, whatever its case, and a short password', async () => {
      const body = { name: 'Twin', email: api().people.agent.email.toUpperCase(), password: 'short' };
      const answer = await api().call('POST', '/v1/people', { as: 'admin', body });
      assert.deepEqual(answer.body.errors?.map(({ field, code }) => [field, code]).sort(), [
        ['email', 1010],
        ['password', 1003],
      ]);
    });

    it('201 once, and 422 for the rest, of five who want one address at once', async () => {
      const body = { name: 'Five', email: 'five@desk.example', password: 'correct horse' };
      const asked = Array.from({ length: 5 }, () => api().call('POST', '/v1/people', { as: 'admin', body }));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [201, 422, 422, 422, 422]);
    });

    it('405 for an agent, with the methods an agent has', async () => {
      const answer = await api().call('POST', '/v1/people', { as: 'agent', body: newcomer });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
    });
  });

  describe('PATCH /people/{person_id}', () => {
    it('200 disables a person, whose tokens die at once', async () => {
      const { id } = api().people.viewer;
      const answer = await api().call<Person>('PATCH', `/v1/people/${id}`, { as: 'admin', body: { disabled: true } });
      assert.deepEqual([answer.status, answer.body.disabled], [200, true]);
      assert.equal((await api().call('GET', '/v1/people/me', { as: 'viewer' })).status, 401);
      await api().call('PATCH', `/v1/people/${id}`, { as: 'admin', body: { disabled: false } });
    });
  });

  describe('DELETE /people/{person_id}', () => {
    it('405 for everybody: a person is disabled, never deleted', async () => {
      const answer = await api().call('DELETE', `/v1/people/${api().people.viewer.id}`, { as: 'admin' });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, PATCH, OPTIONS');
    });
  });
});
