import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Role, scopes } from '#contract/enums';
import { createTcpProxy } from '#server/testing/tcp-proxy';
import { obtainTokens } from '../../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../../oauth/testing/oauth-server.ts';
import { forEachApi } from '../../testing/api.ts';
import { type EventStreamClient, openEventStream, type StreamBlock } from '../testing/open-event-stream.ts';
import { defaultStreamLimits } from './event-stream.ts';

const [perCaller, perProcess] = [2, 3];
const asStream = { Accept: 'text/event-stream' };

forEachApi(
  api => {
    const opened: EventStreamClient[] = [];
    const countStreams = async () =>
      (await api().metrics.registry.getSingleMetric('stardesk_event_streams')?.get())?.values[0]?.value;
    const open = async (as: Role, url = api().url, token?: string) => {
      const stream = await openEventStream(url, token ?? (await api().createRoleToken(as, scopes)));
      opened.push(stream);
      return stream;
    };
    afterEach(async () => {
      for (const stream of opened.splice(0)) stream.close();
      while ((await countStreams()) !== 0) await setImmediate();
    });
    /** Requests a stream above a limit. Returns the status, the code and Retry-After. */
    const requestStream = async (as: Role) => {
      const { status, body, headers } = await api().call('GET', '/v1/events', { as, headers: asStream });
      assert.ok(Number(headers.get('x-rate-limit-remaining')) > 0, 'the rate limit is not exhausted');
      return [status, body.code, headers.get('retry-after')];
    };

    describe('the limits of streams', () => {
      it('429 with Retry-After above the limit of one person and client, and 200 after one stream is closed', async () => {
        const [first] = [await open('agent'), await open('agent')];
        assert.deepEqual(await requestStream('agent'), [429, 42902, '5']);
        assert.equal((await open('viewer')).status, 200);
        first.close();
        while ((await countStreams()) !== perProcess - 1) await setImmediate();
        assert.equal((await open('agent')).status, 200);
      });

      it('200 through another client of a person who has reached the limit', async () => {
        const { database } = api();
        const person = await addPerson(database, 'streams@desk.example');
        const { access_token } = await obtainTokens({ server: api(), person, client: await addClient(database) });
        const script = await api().createTokenFor(person.email, scopes);
        const tokens = [script, script, script, access_token];
        const statuses: number[] = [];
        for (const token of tokens) statuses.push((await open('agent', api().url, token)).status);
        assert.deepEqual(statuses, [200, 200, 429, 200]);
      });

      it('503 with Retry-After above the limit of the process, while other requests succeed', async () => {
        for (const as of ['agent', 'agent', 'viewer'] as const) await open(as);
        assert.deepEqual(await requestStream('admin'), [503, 50300, '1']);
        assert.equal((await api().call('GET', '/v1/events', { as: 'admin' })).status, 200);
      });

      it('count a stream as one request of the rate limit, regardless of its heartbeats', async () => {
        const readRemaining = async () =>
          (await api().call<{ remaining: number }>('GET', '/v1/rate_limit')).body.remaining;
        const before = await readRemaining();
        const stream = await open('agent');
        const isHeartbeat = ({ event }: StreamBlock) => event === undefined;
        await stream.waitFor(block => isHeartbeat(block) && stream.blocks.filter(isHeartbeat).length > 2);
        assert.equal(await readRemaining(), before - 1);
      });

      it('include a check of each token at least every 30 seconds', () =>
        assert.ok(defaultStreamLimits.heartbeat <= 30_000));

      it('200 again after the revocation of a token ends its half-open streams', async t => {
        const { body } = await api().call<{ id: string; token: string }>('POST', '/v1/script_tokens', {
          ...{
            as: 'admin',
            body: { person_id: api().people.agent.id, name: 'Lost', scopes: ['tickets:read'], days: 1 },
          },
        });
        const proxy = await createTcpProxy(api().url);
        t.after(() => proxy.close());
        const url = proxy.url.replace(/\/$/, '');
        const lost = [await open('agent', url, body.token), await open('agent', url, body.token)];
        proxy.pause();
        for (const stream of lost) stream.close();
        assert.deepEqual(await requestStream('agent'), [429, 42902, '5']);
        await api().call('DELETE', `/v1/script_tokens/${body.id}`, { as: 'admin' });
        while ((await countStreams()) !== 0) await setImmediate();
        assert.equal((await open('agent')).status, 200);
      });
    });
  },
  { streamLimits: { ...defaultStreamLimits, perCaller, perProcess, heartbeat: 50 } },
);

describe('the default limits of streams', () => {
  it('match the API reference', () => {
    assert.deepEqual(defaultStreamLimits, {
      ...{ perCaller: 5, perProcess: 2500 },
      ...{ heartbeat: 20_000, check: 5000, outage: 60_000, beforeExpiry: 50_000 },
      ...{ unreadBytes: 262_144, queuedEvents: 1000, presence: 1000 },
    });
  });
});
