import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';

const create = async (api: TestApi, body: Record<string, unknown> = {}): Promise<Gist> => {
  const whole = { files: { 'reply.md': { content: 'Hello' } }, ...body };
  const response = await api.call<Gist>('POST', '/v1/gists', { body: whole });
  assert.equal(response.status, 201);
  return response.body;
};

forEachApi(api => {
  describe('POST /gists', () => {
    it('201 with size, language and type of each file', async () => {
      const gist = await create(api(), { description: 'Invoices', files: { 'late.sql': { content: 'select ü' } } });
      assert.deepEqual(gist.files, {
        'late.sql': { content: 'select ü', size: 9, language: 'SQL', type: 'application/sql' },
      });
      assert.deepEqual([gist.owner_id, gist.public, gist.version], [api().people.agent.id, true, 1]);
    });

    it('422 without files, and for a file name with a slash', async () => {
      const none = await api().call('POST', '/v1/gists', { body: { files: {} } });
      assert.deepEqual(
        [none.status, none.body.errors?.map(({ field, code }) => [field, code])],
        [422, [['files', 1003]]],
      );
      const slash = await api().call('POST', '/v1/gists', { body: { files: { 'a/b': { content: '' } } } });
      assert.deepEqual(
        slash.body.errors?.map(({ field, code }) => [field, code]),
        [['files.a/b', 1014]],
      );
    });
  });

  describe('POST and PATCH of a gist', () => {
    it('422 for a file named __proto__, which would be lost', async () => {
      const { id } = await create(api());
      const body = { files: { 'a.md': { content: 'a' }, ['__proto__']: { content: 'b' } } };
      for (const [method, address] of [
        ['POST', '/v1/gists'],
        ['PATCH', `/v1/gists/${id}`],
      ] as const) {
        const response = await api().call(method, address, { body });
        const entries = response.body.errors?.map(({ field, code }) => [field, code]);
        assert.deepEqual([response.status, entries], [422, [['files.__proto__', 1015]]]);
      }
    });
  });

  describe('PATCH /gists/{gist_id}', () => {
    it('200 merges files and deletes one set to null; 422 for the last one', async () => {
      const { id } = await create(api());
      const merged = await api().call<Gist>('PATCH', `/v1/gists/${id}`, {
        body: { files: { 'b.md': { content: '# b' }, 'reply.md': null } },
      });
      assert.deepEqual([merged.status, Object.keys(merged.body.files)], [200, ['b.md']]);
      const last = await api().call('PATCH', `/v1/gists/${id}`, { body: { files: { 'b.md': null } } });
      assert.deepEqual([last.status, last.body.errors?.map(({ field }) => field)], [422, ['files']]);
    });
  });

  describe('PUT /gists/{gist_id}', () => {
    it('200 changes nothing when the body is the representation that was read', async () => {
      const gist = await create(api());
      const response = await api().call<Gist>('PUT', `/v1/gists/${gist.id}`, { body: gist });
      assert.deepEqual([response.status, response.body], [200, gist]);
    });
  });

  describe('GET /gists/{gist_id}', () => {
    it('403 for another person’s private gist, which lists omit', async () => {
      const { id } = await create(api(), { public: false });
      assert.equal((await api().call('GET', `/v1/gists/${id}`)).status, 200);
      const response = await api().call('GET', `/v1/gists/${id}`, { as: 'admin' });
      assert.deepEqual([response.status, response.body.code], [403, 40300]);
      const listed = await api().call<Gist[]>('GET', '/v1/gists', { as: 'admin' });
      assert.ok(!listed.body.some(gist => gist.id === id));
    });
  });

  describe('GET /gists', () => {
    it('200 finds words in descriptions, file names and contents', async () => {
      const { id } = await create(api(), { description: 'Réfund', files: { 'walrus.md': { content: 'tusk ivory' } } });
      for (const q of ['refund', 'walrus', '"tusk ivory"']) {
        const response = await api().call<Gist[]>('GET', `/v1/gists?q=${encodeURIComponent(q)}`);
        assert.deepEqual(
          response.body.map(gist => gist.id),
          [id],
          q,
        );
      }
      assert.deepEqual((await api().call('GET', '/v1/gists?q=tus')).body, []);
    });
  });

  describe('/gists/{gist_id}/star', () => {
    it('204 stars, checks and unstars, idempotently; 404 if not starred', async () => {
      const gist = await create(api());
      const star = `/v1/gists/${gist.id}/star`;
      const missing = await api().call('GET', star);
      assert.deepEqual([missing.status, missing.body.code], [404, 40404]);
      for (let times = 0; times < 2; times++) assert.equal((await api().call('PUT', star)).status, 204);
      assert.equal((await api().call('GET', star)).status, 204);
      const starred = await api().call<Gist[]>('GET', '/v1/gists/starred');
      assert.deepEqual(starred.body, [gist]);
      for (let times = 0; times < 2; times++) assert.equal((await api().call('DELETE', star)).status, 204);
      assert.deepEqual((await api().call('GET', '/v1/gists?starred=true')).body, []);
    });

    it('204 for a viewer; changes neither the gist nor other people’s stars', async () => {
      const gist = await create(api());
      assert.equal((await api().call('PUT', `/v1/gists/${gist.id}/star`, { as: 'viewer' })).status, 204);
      assert.deepEqual((await api().call('GET', '/v1/gists/starred')).body, []);
      assert.deepEqual((await api().call('GET', `/v1/gists/${gist.id}`)).body, gist);
    });

    it('304 for the starred list until the caller’s own stars change', async () => {
      const { id } = await create(api());
      const tag = (await api().call('GET', '/v1/gists/starred')).headers.get('etag') ?? '';
      await api().call('PUT', `/v1/gists/${id}/star`, { as: 'admin' });
      assert.equal((await api().call('GET', '/v1/gists/starred', { headers: { 'If-None-Match': tag } })).status, 304);
      await api().call('PUT', `/v1/gists/${id}/star`);
      assert.equal((await api().call('GET', '/v1/gists/starred', { headers: { 'If-None-Match': tag } })).status, 200);
    });
  });
});
