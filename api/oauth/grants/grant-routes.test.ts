import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client, Grant } from '#contract';
import { forEachApi } from '../../testing/api.ts';
import { getFieldErrors } from '../../testing/field-errors.ts';
import { createFollowLinks } from '../../testing/follow-links.ts';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

const as = 'admin';

forEachApi(api => {
  const walk = createFollowLinks((method, path) => api().call(method, path, { as }));
  const send = <T>(method: string, path: string) => api().call<T>(method, path, { as });
  const list = async (query: string) => (await send<Grant[]>('GET', `/v1/grants?${query}`)).body;

  describe('grants', () => {
    let mara: TestPerson;
    let lea: TestPerson;
    let client: Awaited<ReturnType<typeof addClient>>;
    const signIn = (person: TestPerson, to = client) => obtainTokens({ server: api(), person, client: to });
    before(async () => {
      mara = await addPerson(api().database, 'mara@desk.example');
      lea = await addPerson(api().database, 'lea@desk.example');
      client = await addClient(api().database);
      for (const person of [mara, lea, mara]) await signIn(person);
      await signIn(mara, await addClient(api().database));
      await signIn(mara, await addBffClient(api().database));
    });

    it('200 lists the grants of connected apps, but no sign-in to the web app and no script token', async () => {
      const all = await list('');
      assert.deepEqual(
        all.map(({ person_id, client_id }) => [person_id, client_id === client.clientId]).sort(),
        [[mara.id, false], ...[mara.id, mara.id, lea.id].map(id => [id, true])].sort(),
      );
      assert.deepEqual(
        await list(`person_id=${lea.id}`),
        all.filter(({ person_id }) => person_id === lea.id),
      );
      assert.equal((await list(`person_id=${mara.id}&client_id=${client.clientId}`)).length, 2);
      assert.deepEqual(await list('client_id=unknown'), []);
      const [grant] = await list(`person_id=${lea.id}`);
      assert.deepEqual(grant, {
        ...{ id: grant?.id, url: `${api().url}/v1/grants/${grant?.id}`, person_id: lea.id, client_id: client.clientId },
        ...{ scopes: ['tickets:read', 'people:read'], created_at: grant?.created_at },
        ...{ last_used_at: grant?.last_used_at, expires_at: grant?.expires_at },
      });
      assert.deepEqual((await send('GET', `/v1/grants/${grant?.id}`)).body, grant);
    });

    it('200 page by page in both orders, with the count', async () => {
      const all = (await list('')).map(({ id }) => id);
      const readIds = async (sort: string) =>
        (await walk<Grant>(`/v1/grants?per_page=1&sort=${sort}`, 'next')).flat().map(({ id }) => id);
      assert.deepEqual(await readIds('-created_at'), all);
      assert.deepEqual(await readIds('created_at'), all.toReversed());
      const { headers } = await send('GET', '/v1/grants?per_page=1&count=true');
      assert.deepEqual([headers.get('x-total-count'), headers.get('x-total-count-exact')], ['4', null]);
    });

    it('204 revokes only one grant, with its tokens; then 404', async () => {
      const other = await signIn(lea);
      const before = (await list(`person_id=${lea.id}`)).map(({ id }) => id);
      const { access_token, refresh_token } = await signIn(lea);
      const [grant] = (await list(`person_id=${lea.id}`)).filter(({ id }) => !before.includes(id));
      assert.equal((await send('DELETE', `/v1/grants/${grant?.id}`)).status, 204);
      const use = async (token: string) =>
        (await api().call('GET', '/v1/people/me', { headers: { Authorization: `Bearer ${token}` } })).status;
      assert.deepEqual([await use(access_token), await use(other.access_token)], [401, 200]);
      assert.equal((await refreshTokens({ server: api(), client }, refresh_token)).body.error, 'invalid_grant');
      for (const method of ['GET', 'DELETE'])
        assert.equal((await send<Client>(method, `/v1/grants/${grant?.id}`)).body.code, 40415, method);
    });

    it('422 for a client id with NUL', async () => {
      const response = await send('GET', '/v1/grants?client_id=%00');
      assert.deepEqual([response.status, getFieldErrors(response)], [422, [['client_id', 1014]]]);
    });

    it('404 for the grant of a sign-in to the web app, and for a malformed id', async () => {
      const { grant_id } = await api()
        .database.read.selectFrom('oauth_records')
        .select('grant_id')
        .where('model', '=', 'Grant')
        .where('uid', 'is not', null)
        .executeTakeFirstOrThrow();
      for (const id of [grant_id, 'a%00', 'x'.repeat(65)])
        assert.equal((await send('DELETE', `/v1/grants/${id}`)).status, 404);
    });
  });
});
