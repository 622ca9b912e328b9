import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi } from '../../testing/api.ts';
import type { Answer } from '../../testing/request.ts';
import { signIn } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/server.ts';
import { ensureBffClient } from './bff-client.ts';
import { changeClient } from './change-client.ts';

forEachApi(api => {
  describe('the limit of a client', () => {
    let person: TestPerson;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
    });
    /** Asks with a token of the same person through this client. */
    const through = async (client: Awaited<ReturnType<typeof addClient>>) => {
      const { access_token } = await signIn({ server: api(), person, client });
      const headers = { Authorization: `Bearer ${access_token}` };
      return (address = '/v1/people/me') => api().call<{ limit: number }>('GET', address, { headers });
    };
    const told = ({ status, headers }: Answer) => [
      status,
      ...['limit', 'remaining'].map(name => Number(headers.get(`x-rate-limit-${name}`))),
    ];

    it('429 at the sixth request of five, while the same person goes on through another client', async () => {
      const ask = await through(await addClient(api().database, { rateLimit: 5 }));
      const answers: unknown[] = [];
      for (let n = 0; n < 6; n++) answers.push(told(await ask()));
      assert.deepEqual(answers, [
        [200, 5, 4],
        [200, 5, 3],
        [200, 5, 2],
        [200, 5, 1],
        [200, 5, 0],
        [429, 5, 0],
      ]);
      const status = await ask('/v1/rate_limit');
      assert.deepEqual([...told(status), status.body.limit], [200, 5, 0, 5]);
      const other = await through(await addClient(api().database));
      assert.deepEqual(told(await other()), [200, 100_000, 99_999]);
    });

    it('200 and 429 by another limit from the next request on; null is the limit of the desk', async () => {
      const client = await addClient(api().database, { rateLimit: 2 });
      const ask = await through(client);
      await ask();
      await ask();
      assert.equal((await ask()).status, 429);
      await changeClient(api().database, client.clientId, { rateLimit: 4 });
      assert.deepEqual(told(await ask()), [200, 4, 1]);
      await changeClient(api().database, client.clientId, { rateLimit: 1 });
      assert.deepEqual(told(await ask()), [429, 1, 0]);
      await changeClient(api().database, client.clientId, { rateLimit: null });
      assert.deepEqual(told(await ask()), [200, 100_000, 99_996]);
    });

    it('200 with the same limit as before, once the server has registered the bff anew', async () => {
      const { database } = api();
      const bff = { id: 'bff-0123456789abcdef', secret: 'ab'.repeat(32), deskUrl: 'http://localhost:3000' };
      await ensureBffClient(database, bff, Date.now);
      await changeClient(database, bff.id, { rateLimit: 7 });
      await ensureBffClient(database, bff, Date.now);
      const client = { clientId: bff.id, clientSecret: bff.secret, redirectUri: `${bff.deskUrl}/auth` };
      assert.deepEqual(told(await (await through(client))()), [200, 7, 6]);
    });
  });
});
