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

  describe("another's private gist", () => {
    it('403 on every method and its star, with an administrator’s token too, and before the role is asked', async () => {
      const address = `/v1/gists/${secret.id}`;
      const body = { files: { 'b.md': { content: 'B' } }, public: true };
      for (const as of ['viewer', 'admin'] as const) {
        for (const [method, at, call] of [
          ['GET', address, {}],
          ['HEAD', address, {}],
          ['PUT', address, { body }],
          ['PATCH', address, { body }],
          ['DELETE', address, {}],
          ['GET', `${address}/star`, {}],
          ['PUT', `${address}/star`, {}],
          ['DELETE', `${address}/star`, {}],
        ] as const) {
          const answer = await api().call(method, at, { as, ...call });
          assert.deepEqual([answer.status, method === 'HEAD' ? 40300 : answer.body.code], [403, 40300], method);
          assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('etag')], ['no-store', null]);
          assert.equal(answer.headers.get('www-authenticate'), null, 'no other token would help');
          assert.doesNotMatch(answer.text, /narwhal|Secret/);
        }
      }
      assert.deepEqual((await api().call('GET', address)).body, secret);
    });

    it('200 without it on lists, in totals and in the change log', async () => {
      for (const list of ['/v1/gists', '/v1/gists?q=narwhal', `/v1/gists?owner_id=${api().people.agent.id}`]) {
        const joint = list.includes('?') ? '&' : '?';
        for (const [as, count] of [
          ['agent', '2'],
          ['admin', '1'],
          ['viewer', '1'],
        ] as const) {
          const answer = await api().call<Gist[]>('GET', `${list}${joint}count=true`, { as });
          assert.deepEqual([answer.headers.get('x-total-count'), String(answer.body.length)], [count, count], list);
        }
      }
      const log = await api().call<Event[]>('GET', '/v1/events?count=true', { as: 'admin' });
      assert.equal(log.headers.get('x-total-count'), '1');
      assert.ok(log.body.every(({ resource_id }) => resource_id !== secret.id));
    });

    it('200 for its owner, on all of them', async () => {
      assert.equal((await api().call('PUT', `/v1/gists/${secret.id}/star`)).status, 204);
      const starred = await api().call<Gist[]>('GET', '/v1/gists/starred');
      assert.deepEqual(starred.body, [secret]);
    });
  });

  describe('a private gist of one’s own', () => {
    it('200 to read as a viewer, who was an agent once; 405 to write', async () => {
      const { id } = await create({ public: false });
      const demote = (role: string) =>
        api().call('PATCH', `/v1/people/${api().people.agent.id}`, { as: 'admin', body: { role } });
      await demote('viewer');
      assert.equal((await api().call('GET', `/v1/gists/${id}`)).status, 200);
      assert.equal((await api().call('PUT', `/v1/gists/${id}/star`)).status, 204);
      for (const method of ['PATCH', 'PUT', 'DELETE']) {
        const answer = await api().call(method, `/v1/gists/${id}`, method === 'DELETE' ? {} : { body: {} });
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], method);
      }
      await demote('agent');
      assert.equal((await api().call('DELETE', `/v1/gists/${id}`)).status, 204);
    });
  });

  describe('a public gist', () => {
    it('200 for any agent to change, who stays no owner: made private, it is its owner’s alone', async () => {
      const { id } = await create({ description: 'Of the team' });
      const answer = await api().call<Gist>('PATCH', `/v1/gists/${id}`, { as: 'admin', body: { public: false } });
      assert.deepEqual([answer.status, answer.body.owner_id], [200, api().people.agent.id]);
      assert.equal((await api().call('GET', `/v1/gists/${id}`, { as: 'admin' })).status, 403);
      assert.equal((await api().call('GET', `/v1/gists/${id}`)).status, 200);
    });

    it('422 for another owner', async () => {
      const { id } = await create({});
      const body = { owner_id: api().people.admin.id };
      const answer = await api().call('PATCH', `/v1/gists/${id}`, { body });
      assert.deepEqual([answer.status, answer.body.errors?.map(({ code }) => code)], [422, [1008]]);
    });
  });
});
