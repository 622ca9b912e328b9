import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist } from '#contract';
import type { Role } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  const create = async (body: object = {}) => {
    const files = { 'a.md': { content: 'A' } };
    return (await api().call<Gist>('POST', '/v1/gists', { body: { files, ...body } })).body;
  };
  const star = (id: string, method = 'PUT', as: Role = 'agent') => api().call(method, `/v1/gists/${id}/star`, { as });
  const listIds = async (path: string, as: Role = 'agent') =>
    (await api().call<Gist[]>('GET', path, { as })).body.map(({ id }) => id);

  describe('a star', () => {
    it('204 for PUT, GET and DELETE, idempotently, without changing the gist; 404 if not starred', async () => {
      const { id } = await create();
      const readGist = async () => (await api().call('GET', `/v1/gists/${id}`)).text;
      const before = await readGist();
      for (const [method, status] of [
        ['GET', 404],
        ['PUT', 204],
        ['PUT', 204],
        ['GET', 204],
        ['DELETE', 204],
        ['DELETE', 204],
        ['GET', 404],
      ] as const) {
        assert.equal((await star(id, method)).status, status);
        assert.equal((await listIds('/v1/gists/starred')).includes(id), method !== 'DELETE' && status === 204);
      }
      assert.equal((await star(id, 'GET')).body.code, 40404);
      assert.equal(await readGist(), before);
    });

    it('204 regardless of the request body and Content-Type', async () => {
      const { id } = await create();
      for (const call of [{}, { text: '', type: 'text/plain' }, { text: '{', type: 'application/json' }]) {
        for (const method of ['PUT', 'DELETE']) {
          const response = await api().call(method, `/v1/gists/${id}/star`, call);
          assert.deepEqual([response.status, response.text, response.headers.get('content-type')], [204, '', null]);
        }
      }
    });

    it('404 for an unknown gist, 410 for a deleted gist', async () => {
      const { id } = await create();
      await star(id);
      await api().call('DELETE', `/v1/gists/${id}`);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        assert.equal((await star('never', method)).body.code, 40403, method);
        assert.equal((await star(id, method)).body.code, 41003, method);
      }
      assert.ok(!(await listIds('/v1/gists/starred')).includes(id));
    });

    it('204 or 410 while the gist is being deleted, never 500', async () => {
      for (const { id } of await Promise.all(Array.from({ length: 8 }, () => create()))) {
        const responses = await Promise.all([star(id), api().call('DELETE', `/v1/gists/${id}`), star(id, 'DELETE')]);
        const [starred, deleted, unstarred] = responses.map(({ status }) => status);
        assert.equal(deleted, 204);
        assert.ok([204, 410].includes(starred ?? 0) && [204, 410].includes(unstarred ?? 0), `${starred}, ${unstarred}`);
      }
    });
  });

  describe('the starred gists', () => {
    it('200 with only the caller’s stars, on gists of any owner, in list order', async () => {
      const [first, second, third] = [await create(), await create(), await create()];
      for (const { id } of [third, first]) await star(id, 'PUT', 'viewer');
      await star(second.id, 'PUT', 'admin');
      assert.deepEqual(await listIds('/v1/gists/starred', 'viewer'), [third.id, first.id]);
      assert.deepEqual(await listIds('/v1/gists/starred?sort=created_at', 'viewer'), [first.id, third.id]);
      assert.deepEqual(await listIds('/v1/gists?starred=true', 'viewer'), [third.id, first.id]);
      const others = await listIds('/v1/gists?starred=false&per_page=100', 'viewer');
      assert.ok(others.includes(second.id) && !others.includes(first.id));
    });

    it('304 until the caller’s own stars change', async () => {
      const { id } = await create();
      const path = '/v1/gists/starred';
      const headers = { 'If-None-Match': (await api().call('GET', path)).headers.get('etag') ?? '' };
      await star(id, 'PUT', 'admin');
      assert.equal((await api().call('GET', path, { headers })).status, 304);
      await star(id);
      assert.equal((await api().call('GET', path, { headers })).status, 200);
    });

    it('200 with an exact total when paging and searching', async () => {
      const createdIds: string[] = [];
      for (const name of ['pangolin', 'aardvark', 'pangolin', 'pangolin'])
        createdIds.push((await create({ description: name })).id);
      for (const id of createdIds) await star(id, 'PUT', 'admin');
      const path = '/v1/gists/starred?q=pangolin&per_page=2&envelope=true';
      const { headers, body, links } = await api().call<{ data: Gist[] }>('GET', path, { as: 'admin' });
      assert.equal(headers.get('x-total-count'), '3');
      const rest = await api().call<{ data: Gist[] }>('GET', links['next'] ?? '', { as: 'admin' });
      const ids = [...body.data, ...rest.body.data].map(({ id }) => id);
      assert.deepEqual(ids, [createdIds[3], createdIds[2], createdIds[0]]);
    });

    it('200 omits another person’s gist while it is private', async () => {
      const { id } = await create();
      await star(id, 'PUT', 'viewer');
      const setPublic = (visible: boolean) => api().call('PATCH', `/v1/gists/${id}`, { body: { public: visible } });
      await setPublic(false);
      assert.ok(!(await listIds('/v1/gists/starred', 'viewer')).includes(id));
      assert.equal((await star(id, 'DELETE', 'viewer')).status, 403);
      await setPublic(true);
      assert.ok((await listIds('/v1/gists/starred', 'viewer')).includes(id));
    });
  });
});
