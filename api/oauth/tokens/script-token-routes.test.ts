import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewScriptToken, Person, ScriptToken } from '#contract';
import { forEachApi } from '../../testing/api.ts';
import { getStatusAndFieldErrors } from '../../testing/field-errors.ts';
import { createFollowLinks } from '../../testing/follow-links.ts';

const as = 'admin';
const day = 86_400_000;

forEachApi(api => {
  const walk = createFollowLinks((method, path) => api().call(method, path, { as }));
  const send = <T>(method: string, path: string, body?: object, headers = {}) =>
    api().call<T>(method, path, { as, headers, ...(body && { body }) });
  const draft = () => ({ person_id: api().people.viewer.id, name: 'Nightly export', scopes: ['tickets:read'] });
  const create = (body: object = draft(), headers = {}) =>
    send<NewScriptToken>('POST', '/v1/script_tokens', body, headers);
  const readMe = (token: string | null) =>
    api().call<Person>('GET', '/v1/people/me', { headers: { Authorization: `Bearer ${token}` } });

  describe('script tokens', () => {
    it('201 with the token, in this response only; the token acts for the person', async () => {
      const { status, headers, body } = await create({ ...draft(), scopes: ['people:read', 'tickets:read'], days: 2 });
      assert.deepEqual(
        [status, headers.get('cache-control'), headers.get('location')],
        [201, 'no-store', `${api().url}/v1/script_tokens/${body.id}`],
      );
      const { token, ...stored } = body;
      assert.equal((await readMe(token)).body.id, api().people.viewer.id);
      assert.partialDeepStrictEqual(stored, { ...draft(), scopes: ['tickets:read', 'people:read'], version: 1 });
      assert.equal(Date.parse(stored.expires_at) - Date.parse(stored.created_at), 2 * day);
      assert.deepEqual((await send('GET', stored.url)).body, stored);
      const listed = await send<ScriptToken[]>('GET', `/v1/script_tokens?person_id=${stored.person_id}`);
      assert.deepEqual(
        listed.body.find(({ id }) => id === stored.id),
        stored,
      );
      assert.ok(listed.body.every(({ person_id }) => person_id === stored.person_id));
    });

    it('201 with a null token for a repeated Idempotency-Key, because the token is not stored', async () => {
      const headers = { 'Idempotency-Key': 'one-token' };
      const [first, again] = [await create(draft(), headers), await create(draft(), headers)];
      assert.deepEqual(again.body, { ...first.body, token: null });
      const stored = await api().database.read.selectFrom('idempotency_keys').select('answer').execute();
      assert.ok(stored.length > 0 && !JSON.stringify(stored).includes(first.body.token ?? ''));
    });

    it('200 page by page, in the order of the whole list', async () => {
      await create();
      const all = (await send<ScriptToken[]>('GET', '/v1/script_tokens')).body.map(({ id }) => id);
      const pages = await walk<ScriptToken>('/v1/script_tokens?per_page=2', 'next');
      assert.ok(all.length > 3);
      assert.deepEqual(
        pages.flat().map(({ id }) => id),
        all,
      );
    });

    it('204 revokes the token immediately; then 404', async () => {
      const { token, url } = (await create()).body;
      assert.equal((await send('DELETE', url)).status, 204);
      assert.equal((await readMe(token)).status, 401);
      for (const method of ['GET', 'DELETE']) assert.equal((await send(method, url)).body.code, 40429, method);
    });

    it('422 lists every invalid field; a disabled person gets no token', async () => {
      const invalid = { person_id: 'nobody', name: '', scopes: ['everything'], days: 367, token: 'mine' };
      assert.deepEqual(getStatusAndFieldErrors(await create(invalid)), [
        422,
        [
          ['name', 1003],
          ['scopes[0]', 1005],
          ['days', 1009],
          ['token', 1008],
          ['person_id', 1013],
        ],
      ]);
      const body = { name: 'Left', email: 'left@desk.example', disabled: true };
      const { id } = (await send<Person>('POST', '/v1/people', body)).body;
      const rejected = await create({ ...draft(), person_id: id });
      assert.deepEqual(getStatusAndFieldErrors(rejected), [422, [['person_id', 1013]]]);
    });
  });
});
