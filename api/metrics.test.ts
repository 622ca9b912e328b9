import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ApiProcess, failToStart, startApiProcess } from './testing/api-process.ts';
import { readExposition, type Sample } from './testing/exposition.ts';
import { runDesk } from './testing/run-desk.ts';

describe('/metrics', () => {
  let dataDir = '';
  let token = '';
  let api: ApiProcess;
  let metricsUrl = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-metrics-'));
    const limits = { RATE_LIMIT_IP_PER_MINUTE: '3' };
    api = await startApiProcess({ DATA_DIR: dataDir, API_METRICS_PORT: '0', SAMPLE_DATA: 'false', ...limits });
    const { port } = api.entries.find(({ msg }) => msg === 'listening for metrics') ?? {};
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    const words = ['tokens', 'create', '--person', 'admin@stardesk.local', '--scope', 'tickets:read', '--json'];
    token = JSON.parse((await runDesk(dataDir, words)).stdout).access_token;
  });
  after(async () => {
    await api.end('SIGTERM');
    await rm(dataDir, { recursive: true });
  });

  const scrape = async (): Promise<Sample[]> => readExposition(await (await fetch(metricsUrl)).text());
  const ask = async (path: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) => {
    const answer = await fetch(`${api.url}${path}`, { headers });
    await answer.text();
    return answer.status;
  };
  /** The sum of all samples of the name with at least these labels. */
  const total = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
    samples
      .filter(
        sample => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
      )
      .reduce((sum, { value }) => sum + value, 0);

  it('200 in the text form of Prometheus, kept by nobody; 405 for other methods, 404 elsewhere', async () => {
    const answer = await fetch(metricsUrl);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; (charset=utf-8; )?version=0\.0\.4/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const names = new Set(readExposition(await answer.text()).map(({ name }) => name));
    for (const name of [
      'http_requests_in_flight',
      'stardesk_build_info',
      'stardesk_store_connections',
      'stardesk_store_waiting',
      'stardesk_store_statement_duration_seconds_bucket',
      'stardesk_store_transaction_duration_seconds_count',
      'stardesk_store_statement_failures_total',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'process_start_time_seconds',
    ]) {
      assert.ok(names.has(name), name);
    }
    assert.equal((await fetch(metricsUrl, { method: 'POST' })).status, 405);
    assert.equal((await fetch(metricsUrl.replace('/metrics', '/v1'))).status, 404);
  });

  it('404 at the port of the API', async () => assert.equal(await ask('/metrics'), 404));

  it('counts requests by method, route and status, times them, and what they cost the store', async () => {
    const before = await scrape();
    for (const path of ['/v1/tickets', '/v1/tickets/no-such', '/v1/tickets/nor-this']) await ask(path);
    const after = await scrape();
    const grown = (name: string, labels = {}) => total(after, name, labels) - total(before, name, labels);
    assert.equal(grown('http_requests_total', { method: 'GET', route: '/tickets', status: '200' }), 1);
    assert.equal(grown('http_requests_total', { route: '/tickets/:ticket_id', status: '404' }), 2);
    assert.equal(grown('http_request_duration_seconds_count', { route: '/tickets/:ticket_id' }), 2);
    assert.ok(grown('http_request_duration_seconds_sum') > 0);
    assert.ok(grown('stardesk_store_statement_duration_seconds_count') > 0);
    assert.equal(total(after, 'http_requests_in_flight'), 0);
  });

  it('counts who was refused, by whose limit', async () => {
    for (let n = 0; n < 5; n++) await ask('/v1/tickets', {});
    assert.equal(total(await scrape(), 'stardesk_rate_limit_refusals_total', { limit: 'address' }), 2);
  });

  it('holds nothing in its labels that a caller sent', async () => {
    await ask('/v1/tickets/a-secret-id');
    await ask('/v1/tickets?q=a-secret-search');
    await ask('/a-secret-path');
    await ask('/oauth/sign-in/a-secret-id');
    await ask('/v1/tickets', { Authorization: 'a-secret-scheme a-secret-id' });
    await fetch(`${api.url}/v1/tickets`, { method: 'PROPFIND' });
    const text = await (await fetch(metricsUrl)).text();
    for (const secret of ['a-secret', token, 'PROPFIND']) assert.ok(!text.includes(secret), secret);
    const routes = new Set((await scrape()).map(({ labels }) => labels['route']));
    assert.ok(routes.size < 10, [...routes].join(' '));
  });

  it('is not there unless asked for, and says in a sentence why it cannot be', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as { port: number };
    const { code, said } = await failToStart({ DATA_DIR: dataDir, API_METRICS_PORT: String(port) });
    assert.match(said, /API_METRICS_PORT is in use by another program: choose another one\n$/);
    assert.equal(code, 1);
    busy.close();
  });
});
