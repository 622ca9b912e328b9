import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';

type Created = { id: string; url: string };

/** Minimal bodies by collection. */
const collections: Record<string, object> = {
  '/v1/tickets': { subject: 'Numbered' },
  '/v1/gists': { files: { 'a.md': { content: 'Numbered' } } },
  '/v1/views': { name: 'Numbered', query: '' },
  '/v1/tickets/thread/messages': { body: 'Numbered' },
};
const longest = 'a'.repeat(64);

forEachApi(api => {
  before(() => api().call('PUT', '/v1/tickets/thread', { body: { subject: 'Of the messages' } }));

  for (const [collection, body] of Object.entries(collections)) {
    const put = (id: string) => api().call<Created>('PUT', `${collection}/${id}`, { body });
    const post = async () => (await api().call<Created>('POST', collection, { body })).body.id;

    describe(`the ids of ${collection}`, () => {
      it('201 for PUT with an id of up to 64 letters, digits, underscores and hyphens', async () => {
        for (const id of ['0', '007', 'A-b_c', 'Me', 'z-', longest, '9'.repeat(64), '12345678901']) {
          const response = await put(id);
          assert.deepEqual([response.status, response.body.id], [201, id]);
          assert.equal(response.body.url, `${api().url}${collection}/${id}`);
          assert.equal(response.headers.get('location'), response.body.url);
          assert.equal((await api().call('GET', `${collection}/${id}`)).status, 200);
        }
      });

      it('422 for PUT with any other id; 405 or 422 for reserved words', async () => {
        for (const [id, code] of [
          ['-a', 1006],
          ['_a', 1006],
          [`${longest}a`, 1006],
          ['a.b', 1006],
          ['%C3%A9', 1006],
          ['a%0A', 1006],
          ['me', 1015],
        ] as const) {
          const { status, body: response } = await put(id);
          assert.deepEqual([status, response.errors?.map(error => error.code)], [422, [code]], id);
        }
        for (const id of ['starred', 'recently_closed']) assert.ok([405, 422].includes((await put(id)).status), id);
      });

      it('201 for POST with the next number, above ids from PUT unless they have leading zeros', async () => {
        const first = Number(await post());
        await put(`000${first + 500}`);
        assert.equal(Number(await post()), first + 1);
        await put(String(first + 10));
        assert.equal(Number(await post()), first + 11);
        await put(String(first + 5));
        assert.equal(Number(await post()), first + 12);
      });

      it('201 for POST, which never reuses the number of a deleted item', async () => {
        const last = await post();
        assert.equal((await api().call('DELETE', `${collection}/${last}`)).status, 204);
        assert.equal(await post(), String(Number(last) + 1));
      });

      it('201 for POST with the next id that was never used, even beyond 2^31', async () => {
        const limit = 2 ** 31;
        for (const id of [limit, limit + 1, limit + 3]) assert.equal((await put(String(id))).status, 201);
        assert.ok(Number(await post()) < limit, 'an id of 2^31 or more does not advance the counter');
        await api().call('DELETE', `${collection}/${limit + 1}`);
        await put(String(limit - 1));
        assert.deepEqual([await post(), await post()], [String(limit + 2), String(limit + 4)]);
      });
    });
  }

  describe('the id of a message', () => {
    it('404 under a different ticket for every method but PUT; a different ticket may use the same id', async () => {
      await api().call('PUT', '/v1/tickets/other', { body: { subject: 'Another' } });
      await api().call('PUT', '/v1/tickets/thread/messages/twin', { body: { body: 'Mine' } });
      const path = '/v1/tickets/other/messages/twin';
      for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
        const { status, body } = await api().call(method, path, method === 'PATCH' ? { body: {} } : {});
        assert.deepEqual([status, method === 'HEAD' ? 40402 : body.code], [404, 40402], method);
      }
      assert.equal((await api().call('PUT', path, { body: { body: 'Its own' } })).status, 201);
      await api().call('DELETE', path);
      assert.equal((await api().call('GET', path)).body.code, 41002);
      const ownMessage = await api().call<{ body: string }>('GET', '/v1/tickets/thread/messages/twin');
      assert.equal(ownMessage.body.body, 'Mine');
    });
  });
});
