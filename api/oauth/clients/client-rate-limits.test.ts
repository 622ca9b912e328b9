import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { forEachApi } from '../../testing/api.ts';
import type { ApiResponse } from '../../testing/request.ts';
import { obtainTokens } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { updateClient } from './clients.ts';

forEachApi(api => {
  describe('the rate limit of a client', () => {
    let person: TestPerson;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
    });
    /** Returns a function that sends requests with a token of this client. */
    const createCaller = async (client: Awaited<ReturnType<typeof addClient>>) => {
      const { access_token } = await obtainTokens({ server: api(), person, client });
      const headers = { Authorization: `Bearer ${access_token}` };
      return (address = '/v1/people/me') => api().call<{ limit: number }>('GET', address, { headers });
    };
    const getLimits = ({ status, headers }: ApiResponse) => [
      status,
      ...['limit', 'remaining'].map(name => Number(headers.get(`x-rate-limit-${name}`))),
    ];

    it('429 for the sixth request at a limit of five; a different client has its own limit', async () => {
      const call = await createCaller(await addClient(api().database, { rateLimit: 5 }));
      const responses: unknown[] = [];
      for (let n = 0; n < 6; n++) responses.push(getLimits(await call()));
      assert.deepEqual(responses, [...[4, 3, 2, 1, 0].map(left => [200, 5, left]), [429, 5, 0]]);
      const rateLimit = await call('/v1/rate_limit');
      assert.deepEqual([...getLimits(rateLimit), rateLimit.body.limit], [200, 5, 0, 5]);
      const other = await createCaller(await addClient(api().database));
      assert.deepEqual(getLimits(await other()), [200, 100_000, 99_999]);
    });

    it('applies a changed limit immediately; null restores the limit of the desk', async () => {
      const client = await addClient(api().database, { rateLimit: 2 });
      const call = await createCaller(client);
      await call();
      await call();
      assert.equal((await call()).status, 429);
      await updateClient(api().database, client.clientId, { rateLimit: 4 }, commandActor(Date.now()));
      assert.deepEqual(getLimits(await call()), [200, 4, 1]);
      await updateClient(api().database, client.clientId, { rateLimit: 1 }, commandActor(Date.now()));
      assert.deepEqual(getLimits(await call()), [429, 1, 0]);
      await updateClient(api().database, client.clientId, { rateLimit: null }, commandActor(Date.now()));
      assert.deepEqual(getLimits(await call()), [200, 100_000, 99_996]);
    });
  });
});
