import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { obtainTokens, refreshTokens } from '../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../oauth/testing/oauth-server.ts';
import { forEachApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const me = '/v1/people/me';
const getRateLimit = ({ status, headers }: ApiResponse) => [
  status,
  ...['limit', 'remaining', 'reset'].map(name => Number(headers.get(`x-rate-limit-${name}`))),
];
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

forEachApi(
  api => {
    // The rate-limit library reads the system clock.
    let now = 0;
    const advanceClock = (milliseconds: number) => {
      now += milliseconds;
      mock.timers.setTime(now);
    };
    beforeEach(() => {
      now = Math.max(now, Date.now()) + 60_000;
      mock.timers.enable({ apis: ['Date'], now });
    });
    afterEach(() => mock.timers.reset());

    describe('the window of a rate limit', () => {
      it('429 until X-Rate-Limit-Reset, then a new window starts with the next request', async () => {
        const send = (method = 'GET') => api().call(method, me, { as: 'viewer' });
        assert.deepEqual(getRateLimit(await send()), [200, 3, 2, 60]);
        advanceClock(20_500);
        assert.deepEqual(getRateLimit(await send('HEAD')), [200, 3, 1, 40]);
        assert.deepEqual(getRateLimit(await send()), [200, 3, 0, 40]);
        advanceClock(39_400);
        const rejected = await send();
        assert.deepEqual([...getRateLimit(rejected), rejected.headers.get('retry-after')], [429, 3, 0, 1, '1']);
        advanceClock(100);
        assert.deepEqual(getRateLimit(await send()), [200, 3, 2, 60]);
      });

      it('429 without storing the Idempotency-Key', async () => {
        const post = (subject: string) =>
          api().call('POST', '/v1/tickets', { headers: { 'Idempotency-Key': 'later' }, body: { subject } });
        for (let n = 0; n < 3; n++) assert.equal((await api().call('GET', me)).status, 200);
        assert.equal((await post('Rejected')).status, 429);
        advanceClock(60_000);
        const created = await post('Created');
        assert.deepEqual([created.status, created.headers.get('idempotency-replayed')], [201, null]);
        assert.equal((await api().call<object[]>('GET', '/v1/tickets')).body.length, 1);
      });

      it('429 for every token of the same person and client', async () => {
        const client = await addClient(api().database);
        const sendWithTwoTokens = async (email: string) => {
          const person = await addPerson(api().database, email);
          const flow = { server: api(), person, client };
          const first = await obtainTokens(flow);
          const second = (await refreshTokens(flow, first.refresh_token)).body;
          const tokens = [first, second, first, second].map(({ access_token }) => access_token);
          const statuses: number[] = [];
          for (const token of tokens) statuses.push((await api().call('GET', me, { headers: bearer(token) })).status);
          return statuses;
        };
        assert.deepEqual(await sendWithTwoTokens('mara@desk.example'), [200, 200, 200, 429]);
        assert.deepEqual(
          await sendWithTwoTokens('jonas@desk.example'),
          [200, 200, 200, 429],
          'another person has a separate limit',
        );
      });

      it('counts each of several simultaneous requests once', async () => {
        const client = await addClient(api().database);
        const obtainBoth = async (email: string) => {
          const flow = { server: api(), person: await addPerson(api().database, email), client };
          const first = await obtainTokens(flow);
          return [first, (await refreshTokens(flow, first.refresh_token)).body].map(tokens => tokens.access_token);
        };
        const tokens = [...(await obtainBoth('ines@desk.example')), ...(await obtainBoth('rute@desk.example'))];
        const send = async (token: string) => {
          const { status, headers } = await api().call('GET', me, { headers: bearer(token) });
          return `${status}, ${headers.get('x-rate-limit-remaining')} remain`;
        };
        const [a = '', b = '', c = '', d = ''] = tokens;
        const sent = [a, b, a, b, c, 'made-up', d, c].map(send);
        const [ines, rute] = [await Promise.all(sent.slice(0, 4)), await Promise.all(sent.slice(4))];
        assert.deepEqual(ines.sort(), ['200, 0 remain', '200, 1 remain', '200, 2 remain', '429, 0 remain']);
        assert.equal(rute[1]?.slice(0, 3), '401');
        assert.deepEqual(rute.toSpliced(1, 1).sort(), ['200, 0 remain', '200, 1 remain', '200, 2 remain']);
      });

      it('429 in every process on PostgreSQL; on SQLite each process counts separately', async () => {
        const call = { as: 'admin' } as const;
        for (let n = 0; n < 3; n++) await api().call('GET', me, call);
        await api().withSecondApi(async callSecondApi => {
          const isShared = api().database.engine === 'postgres';
          assert.equal((await callSecondApi('GET', me, call)).status, isShared ? 429 : 200);
        });
      });
    });
  },
  { perMinute: 3 },
);

for (const [title, trustProxy, expected] of [
  ['429 regardless of X-Forwarded-For if no proxy is trusted', false, [401, 429, 429]],
  ['401 for each address that a trusted proxy reports', 1, [401, 401, 429]],
] as const) {
  forEachApi(
    api => {
      const send = async (address: string, credentials = {}) => {
        const headers = { ...credentials, 'X-Forwarded-For': address };
        return (await api().call('GET', me, { as: null, headers })).status;
      };

      it(title, async () => {
        const first = await send('192.0.2.1', bearer('made-up'));
        assert.deepEqual([first, await send('192.0.2.2'), await send('192.0.2.2')], expected);
        assert.equal(await send('192.0.2.9, 192.0.2.1'), 429, 'does not count the address that the client sent');
      });
    },
    { ipPerMinute: 1, trustProxy },
  );
}
