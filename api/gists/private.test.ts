import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Event, Gist } from '#contract';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  let secret: Gist;
  const create = async (body: object) =>
    (await api().call<Gist>('POST', '/v1/gists', { body: { files: { 'a.md': { content: 'narwhal' } }, ...body } }))
      .body;
  before(async () => {
    await create({});
    secret = await create({ public: false, description: 'Secret' });
  });

  describe('another person’s private gist', () => {
    it('403 for every method, even for administrators, before the role is checked', async () => {
      const path = `/v1/gists/${secret.id}`;
      const body = { files: { 'b.md': { content: 'B' } }, public: true };
      for (const as of ['viewer', 'admin'] as const) {
        for (const [method, at, call] of [
          ['GET', path, {}],
          ['HEAD', path, {}],
          ['PUT', path, { body }],
          ['PATCH', path, { body }],
          ['DELETE', path, {}],
          ['GET', `${path}/star`, {}],
          ['PUT', `${path}/star`, {}],
          ['DELETE', `${path}/star`, {}],
        ] as const) {
          const response = await api().call(method, at, { as, ...call });
          assert.deepEqual([response.status, method === 'HEAD' ? 40300 : response.body.code], [403, 40300], method);
          assert.deepEqual([response.headers.get('cache-control'), response.headers.get('etag')], ['no-store', null]);
          assert.equal(response.headers.get('www-authenticate'), null, 'a token with other scopes would not help');
          assert.doesNotMatch(response.text, /narwhal|Secret/);
        }
      }
      assert.deepEqual((await api().call('GET', path)).body, secret);
    });

    it('200 omits the gist from lists, totals and the change log', async () => {
      for (const list of ['/v1/gists', '/v1/gists?q=narwhal', `/v1/gists?owner_id=${api().people.agent.id}`]) {
        const separator = list.includes('?') ? '&' : '?';
        for (const [as, count] of [
          ['agent', '2'],
          ['admin', '1'],
          ['viewer', '1'],
        ] as const) {
          const response = await api().call<Gist[]>('GET', `${list}${separator}count=true`, { as });
          assert.deepEqual([response.headers.get('x-total-count'), String(response.body.length)], [count, count], list);
        }
      }
      const log = await api().call<Event[]>('GET', '/v1/events?count=true', { as: 'admin' });
      assert.equal(log.headers.get('x-total-count'), '1');
      assert.ok(log.body.every(({ resource_id }) => resource_id !== secret.id));
    });

    it('204 when the owner stars the gist, which the owner’s starred list then contains', async () => {
      assert.equal((await api().call('PUT', `/v1/gists/${secret.id}/star`)).status, 204);
      const starred = await api().call<Gist[]>('GET', '/v1/gists/starred');
      assert.deepEqual(starred.body, [secret]);
    });
  });

  describe('the caller’s own private gist', () => {
    it('200 to read for an agent demoted to viewer; 405 to write', async () => {
      const { id } = await create({ public: false });
      const setRole = (role: string) =>
        api().call('PATCH', `/v1/people/${api().people.agent.id}`, { as: 'admin', body: { role } });
      await setRole('viewer');
      assert.equal((await api().call('GET', `/v1/gists/${id}`)).status, 200);
      assert.equal((await api().call('PUT', `/v1/gists/${id}/star`)).status, 204);
      for (const method of ['PATCH', 'PUT', 'DELETE']) {
        const response = await api().call(method, `/v1/gists/${id}`, method === 'DELETE' ? {} : { body: {} });
        assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], method);
      }
      await setRole('agent');
      assert.equal((await api().call('DELETE', `/v1/gists/${id}`)).status, 204);
    });
  });

  describe('a public gist', () => {
    it('200 when an administrator makes the gist private; afterwards only the owner sees it', async () => {
      const { id } = await create({ description: 'Of the team' });
      const response = await api().call<Gist>('PATCH', `/v1/gists/${id}`, { as: 'admin', body: { public: false } });
      assert.deepEqual([response.status, response.body.owner_id], [200, api().people.agent.id]);
      assert.equal((await api().call('GET', `/v1/gists/${id}`, { as: 'admin' })).status, 403);
      assert.equal((await api().call('GET', `/v1/gists/${id}`)).status, 200);
    });
  });
});
