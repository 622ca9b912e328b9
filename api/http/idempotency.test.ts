import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Person, Ticket } from '#contract';
import { incrementCounter } from '../database/counters.ts';
import { obtainTokens } from '../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../oauth/testing/oauth-server.ts';
import { forEachApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const hour = 3_600_000;

// Concurrent requests to two servers: see two-servers.test.ts.
forEachApi(api => {
  const post = (path: string, key: string, body: object, headers: Record<string, string> = {}) =>
    api().call<Ticket>('POST', path, { headers: { 'Idempotency-Key': key, ...headers }, body });
  const isReplay = ({ headers }: ApiResponse) => headers.get('idempotency-replayed') === 'true';
  /** Returns the status of a POST, and whether the response is a replay. */
  const getOutcome = async (...args: Parameters<typeof post>) => {
    const response = await post(...args);
    return [response.status, isReplay(response)];
  };

  describe('POST with an Idempotency-Key', () => {
    it('201 repeats the first response, even after the resource was changed or deleted', async () => {
      const first = await post('/v1/tickets', 'once', { subject: 'Once' });
      assert.deepEqual([first.status, isReplay(first)], [201, false]);
      for (const [method, body] of [
        ['PATCH', { subject: 'Changed' }],
        ['DELETE', undefined],
      ] as const) {
        await api().call(method, first.body.url, { body });
        const again = await post('/v1/tickets', 'once', { subject: 'Once' });
        assert.deepEqual([again.status, isReplay(again), again.text], [201, true, first.text]);
        for (const name of ['location', 'etag']) assert.equal(again.headers.get(name), first.headers.get(name));
      }
    });

    it('201 once per path, regardless of the query', async () => {
      const key = 'a'.repeat(255);
      const first = await post('/v1/tickets', key, { subject: 'A' });
      const again = await post('/v1/tickets?fields=id&pretty=false', key, { subject: 'A' });
      assert.deepEqual([again.status, isReplay(again), again.text], [201, true, `{"id":"${first.body.id}"}`]);
      const thread = `${first.body.url}/messages`;
      assert.deepEqual(await getOutcome(thread, key, { body: 'Another address' }), [201, false]);
    });

    it('201 with the ETag of the current content coding', async () => {
      const first = await post('/v1/tickets', 'coded', { subject: 'A' }, { 'Accept-Encoding': 'gzip' });
      const plain = await post('/v1/tickets', 'coded', { subject: 'A' });
      assert.match(first.headers.get('etag') ?? '', /-gzip"$/);
      assert.equal(plain.headers.get('etag'), first.headers.get('etag')?.replace('-gzip', ''));
      const headers = { 'If-Match': plain.headers.get('etag') ?? '' };
      assert.equal((await api().call('DELETE', first.body.url, { headers })).status, 204);
    });

    it('201 again for a POST that created a person, although the email address is taken now', async () => {
      const body = { name: 'Rui', email: 'rui@desk.example', password: 'correct horse' };
      const call = { as: 'admin', headers: { 'Idempotency-Key': 'rui' }, body } as const;
      const first = await api().call<Person>('POST', '/v1/people', call);
      const again = await api().call<Person>('POST', '/v1/people', call);
      assert.deepEqual([again.status, isReplay(again), again.body], [201, true, first.body]);
    });

    it('201 for a key that a different person or client has used', async () => {
      const outcomes = [];
      for (const email of ['mara@desk.example', 'jonas@desk.example']) {
        const person = await addPerson(api().database, email);
        for (let n = 0; n < 2; n++) {
          const client = await addClient(api().database);
          const flow = { server: api(), person, client, parameters: { scope: 'tickets:write' } };
          const headers = { Authorization: `Bearer ${(await obtainTokens(flow)).access_token}` };
          outcomes.push(await getOutcome('/v1/tickets', 'shared', { subject: 'A' }, headers));
        }
      }
      assert.deepEqual(outcomes, Array(4).fill([201, false]));
    });

    it('201 creates again after 24 hours', async () => {
      const create = (subject: string) => getOutcome('/v1/tickets', 'daily', { subject });
      assert.deepEqual(await create('A'), [201, false]);
      api().clock.advance(24 * hour - 60_000);
      assert.deepEqual(await create('A'), [201, true]);
      api().clock.advance(60_000);
      assert.deepEqual(await create('B'), [201, false]);
      assert.deepEqual(await create('B'), [201, true]);
    });

    it('400 for a malformed key, before the body is validated', async () => {
      for (const key of ['x'.repeat(256), 'two words', '']) {
        const { status, body } = await post('/v1/tickets?nope=1', key, {});
        assert.deepEqual([status, body.code], [400, 40008]);
      }
    });

    it('405, 415 and 422 store no key; 422 for a stored key with a different payload', async () => {
      const headers = { 'Idempotency-Key': 'free' };
      for (const [status, call] of [
        [405, { as: 'viewer', headers, body: { subject: 'A' } }],
        [415, { headers, text: 'a', type: 'text/plain' }],
        [422, { headers, body: {} }],
      ] as const)
        assert.equal((await api().call('POST', '/v1/tickets', call)).status, status);
      assert.deepEqual(await getOutcome('/v1/tickets', 'free', { subject: 'A' }), [201, false]);
      const { status, body } = await post('/v1/tickets', 'free', { subject: 'B' });
      assert.deepEqual([status, body.code], [422, 42201]);
    });

    it('409 while the first request is running; on SQLite and with the profile strict, 201 after a wait', async () => {
      const { database } = api();
      const waits = database.engine === 'sqlite' || database.profile === 'strict';
      const sent = await database.transaction(async writes => {
        await incrementCounter(writes, 'ticket.id'); // Blocks the assignment of ids until this transaction ends.
        const both = [1, 2].map(() => post('/v1/tickets', 'busy', { subject: 'A' }));
        if (!waits) {
          const rejected = await Promise.race(both);
          assert.deepEqual([rejected.status, rejected.body.code], [409, 40903]);
        }
        return { both };
      });
      const statuses = (await Promise.all(sent.both)).map(({ status }) => status).sort();
      assert.deepEqual(statuses, waits ? [201, 201] : [201, 409]);
      assert.deepEqual(await getOutcome('/v1/tickets', 'busy', { subject: 'A' }), [201, true]);
    });
  });
});
