import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { openStore } from './testing/engines.ts';
import { readMetrics, sumSamples } from './testing/parse-metrics.ts';

const [clientId, clientSecret] = ['stardesk-web', 's'.repeat(64)];
const [perMinute, ipPerMinute] = [20, 3];

/** The number of requests above each limit. */
const excess = 2;

describe('stardesk_rate_limit_refusals_total', () => {
  let api: ApiProcess;
  let token = '';
  let metricsUrl = '';
  let remove: () => Promise<void>;
  before(async () => {
    const store = await openStore('sqlite', true);
    await store.database.close();
    remove = store.remove;
    token = await addOneAdministrator({ dataDir: store.environment.DATA_DIR });
    api = await startApiProcess({
      ...store.environment,
      API_METRICS_PORT: '0',
      SAMPLE_DATA: 'false',
      PUBLIC_URL: 'http://localhost:3000',
      HOST: '127.0.0.1',
      OAUTH_CLIENT_ID: clientId,
      OAUTH_CLIENT_SECRET: clientSecret,
      RATE_LIMIT_PER_MINUTE: String(perMinute),
      RATE_LIMIT_IP_PER_MINUTE: String(ipPerMinute),
    });
    const { port } = api.getEntries().find(({ msg }) => msg === 'metrics server listening') ?? {};
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
  });
  after(async () => {
    await api.stop('SIGTERM');
    await remove();
  });

  const countRejected = async (limit: string) =>
    sumSamples(await readMetrics(metricsUrl), 'stardesk_rate_limit_refusals_total', { limit });

  const authorized = () => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });
  const asClient = (id: string) => ({
    Authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`,
  });
  const refresh = () => new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'made-up' });
  const signIn = `/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'http://localhost:3000/auth',
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })}`;
  const invalidPassword = JSON.stringify({
    current_password: 'not my password',
    password: 'twelve grey herons at dusk',
  });

  /**
   * Limits, each with the allowed number of requests. Failed passwords come first, since they also count for the person.
   */
  const limits: [limit: string, allowed: number, path: string, init: () => RequestInit][] = [
    ['sign_in_failed', 5, '/v1/people/me', () => ({ method: 'PATCH', headers: authorized(), body: invalidPassword })],
    ['person', perMinute - 5 - excess, '/v1/tickets', () => ({ headers: authorized() })],
    ['address', ipPerMinute, '/v1/tickets', () => ({})],
    ['client', perMinute, '/oauth/token', () => ({ method: 'POST', headers: asClient(clientId), body: refresh() })],
    [
      'client_address',
      ipPerMinute,
      '/oauth/token',
      () => ({ method: 'POST', headers: asClient('no-such'), body: refresh() }),
    ],
    ['sign_in_begun', 10, signIn, () => ({ redirect: 'manual' })],
  ];

  for (const [limit, allowed, path, init] of limits)
    it(`counts requests above the limit ${limit}`, async () => {
      const statuses: number[] = [];
      for (let n = 0; n < allowed + excess; n++) statuses.push((await fetch(`${api.url}${path}`, init())).status);
      assert.deepEqual(
        statuses.map(status => status === 429),
        statuses.map((_, n) => n >= allowed),
        String(statuses),
      );
      assert.equal(await countRejected(limit), excess);
    });
});
