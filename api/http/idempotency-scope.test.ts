import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person, Ticket } from '#contract';
import { incrementCounter } from '../database/counters.ts';
import { obtainTokens } from '../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../oauth/testing/oauth-server.ts';
import { forEachApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const hour = 3_600_000;

forEachApi(api => {
  const post = (address: string, key: string, body: object, headers: Record<string, string> = {}) =>
    api().call<Ticket>('POST', address, { headers: { 'Idempotency-Key': key, ...headers }, body });
  const isReplay = ({ headers }: ApiResponse) => headers.get('idempotency-replayed') === 'true';

  describe('an Idempotency-Key', () => {
    it('201 once per path, regardless of the query', async () => {
      const first = await post('/v1/tickets', 'a'.repeat(255), { subject: 'A' });
      const again = await post('/v1/tickets?fields=id&pretty=false', 'a'.repeat(255), { subject: 'A' });
      assert.deepEqual([again.status, isReplay(again), again.text], [201, true, `{"id":"${first.body.id}"}`]);
      assert.deepEqual([first.status, isReplay(first)], [201, false]);
      const under = await post(`${first.body.url}/messages`, 'a'.repeat(255), { body: 'Another address' });
      assert.deepEqual([under.status, isReplay(under)], [201, false]);
    });

    it('201 with the ETag of the current content coding, and the Location of the first response', async () => {
      const first = await post('/v1/tickets', 'coded', { subject: 'A' }, { 'Accept-Encoding': 'gzip' });
      const plain = await post('/v1/tickets', 'coded', { subject: 'A' });
      assert.match(first.headers.get('etag') ?? '', /-gzip"$/);
      assert.equal(plain.headers.get('etag'), first.headers.get('etag')?.replace('-gzip', ''));
      assert.equal(plain.headers.get('location'), first.body.url);
      const headers = { 'If-Match': plain.headers.get('etag') ?? '' };
      assert.equal((await api().call('DELETE', first.body.url, { headers })).status, 204);
      assert.ok(isReplay(await post('/v1/tickets', 'coded', { subject: 'A' })), 'even after it was deleted');
    });

    it('201 again for a person, although the email address is taken now', async () => {
      const body = { name: 'Rui', email: 'rui@desk.example', password: 'correct horse' };
      const call = { as: 'admin', headers: { 'Idempotency-Key': 'rui' }, body } as const;
      const first = await api().call<Person>('POST', '/v1/people', call);
      const again = await api().call<Person>('POST', '/v1/people', call);
      assert.deepEqual([again.status, isReplay(again), again.body], [201, true, first.body]);
    });

    it('201 twice through two clients of one person', async () => {
      const person = await addPerson(api().database, 'mara@desk.example');
      const created: boolean[] = [];
      for (let n = 0; n < 2; n++) {
        const client = await addClient(api().database);
        const flow = { server: api(), person, client, parameters: { scope: 'tickets:write' } };
        const { access_token } = await obtainTokens(flow);
        const response = await post(
          '/v1/tickets',
          'shared',
          { subject: 'A' },
          { Authorization: `Bearer ${access_token}` },
        );
        assert.equal(response.status, 201);
        created.push(isReplay(response));
      }
      assert.deepEqual(created, [false, false]);
    });

    it('201 creates again after 24 hours', async () => {
      const first = await post('/v1/tickets', 'daily', { subject: 'A' });
      api().clock.advance(24 * hour - 60_000);
      assert.equal((await post('/v1/tickets', 'daily', { subject: 'A' })).body.id, first.body.id);
      api().clock.advance(60_000);
      const next = await post('/v1/tickets', 'daily', { subject: 'B' });
      assert.deepEqual([next.status, isReplay(next)], [201, false]);
      assert.ok(isReplay(await post('/v1/tickets', 'daily', { subject: 'B' })));
    });

    it('400 before the body is validated; 404, 405, 415 and 422 store no key', async () => {
      const bad = await post('/v1/tickets?nope=1', 'two words', {});
      assert.deepEqual([bad.status, bad.body.code], [400, 40008]);
      const headers = { 'Idempotency-Key': 'free' };
      const rejected = [
        { status: 405, call: { as: 'viewer', headers, body: { subject: 'A' } } },
        { status: 415, call: { headers, text: 'a', type: 'text/plain' } },
        { status: 422, call: { headers, body: {} } },
      ] as const;
      for (const { status, call } of rejected) {
        assert.equal((await api().call('POST', '/v1/tickets', call)).status, status);
      }
      const created = await post('/v1/tickets', 'free', { subject: 'A' });
      assert.deepEqual([created.status, isReplay(created)], [201, false]);
    });

    it('409 while the first request is running on PostgreSQL; on SQLite the second waits for its result', async () => {
      const { database } = api();
      const sent = await database.transaction(async writes => {
        await incrementCounter(writes, 'ticket.id'); // Blocks the assignment of ids until this transaction ends.
        const both = [1, 2].map(() => post('/v1/tickets', 'busy', { subject: 'A' }));
        if (database.engine === 'postgres') {
          const rejected = await Promise.race(both);
          assert.deepEqual([rejected.status, rejected.body.code], [409, 40903]);
        }
        return { both };
      });
      const responses = await Promise.all(sent.both);
      assert.deepEqual(
        responses.map(({ status }) => status).sort(),
        database.engine === 'postgres' ? [201, 409] : [201, 201],
      );
      const again = await post('/v1/tickets', 'busy', { subject: 'A' });
      assert.ok(isReplay(again) && responses.some(({ body }) => body.id === again.body.id));
    });
  });
});
