import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { nonPageHeaders } from '#server/browser-policies';
import { listen } from '#server/testing/listen';
import { type ApiProcess, getStartFailureInProcess, startApiProcess } from './testing/api-process.ts';
import { type MetricSample, parseMetrics, readMetrics, sumSamples } from './testing/parse-metrics.ts';
import { exchangeBytes } from './testing/raw-exchange.ts';
import { runDeskInProcess } from './testing/run-desk.ts';

describe('/metrics', () => {
  let dataDir = '';
  let token = '';
  let api: ApiProcess;
  let metricsUrl = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-metrics-'));
    // A background job would write while a test counts the writing operations.
    api = await startApiProcess({ DATA_DIR: dataDir, API_METRICS_PORT: '0', SAMPLE_DATA: 'false', JOBS: 'false' });
    const { port } = api.getEntries().find(({ msg }) => msg === 'metrics server listening') ?? {};
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    const args = ['tokens', 'create', '--person', 'admin@stardesk.local', '--json', '--scope'];
    token = JSON.parse((await runDeskInProcess(dataDir, [...args, 'tickets:read tickets:write'])).stdout).access_token;
  });
  after(async () => {
    await api.stop('SIGTERM');
    await rm(dataDir, { recursive: true });
  });

  const scrape = async (): Promise<MetricSample[]> => readMetrics(metricsUrl);
  const send = async (path: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) => {
    const response = await fetch(`${api.url}${path}`, { headers });
    await response.text();
    return response.status;
  };
  it('200 in Prometheus text format, not cacheable; 405 for other methods, 404 for other paths', async () => {
    const response = await fetch(metricsUrl);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; (charset=utf-8; )?version=0\.0\.4/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    for (const [header, value] of Object.entries(nonPageHeaders))
      assert.equal(response.headers.get(header), value, header);
    const names = new Set(parseMetrics(await response.text()).map(({ name }) => name));
    for (const name of [
      'http_requests_in_flight',
      'http_requests_waiting',
      'http_requests_shed_total',
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
    const documented = await readFile(new URL('../OPERATIONS.md', import.meta.url), 'utf8');
    for (const name of names) {
      const family = name.replace(/_(bucket|sum|count)$/, '');
      if (/^(http|stardesk)_/.test(family)) assert.ok(documented.includes(`\`${family}`), family);
    }
    assert.equal((await fetch(metricsUrl, { method: 'POST' })).status, 405);
    assert.equal((await fetch(metricsUrl.replace('/metrics', '/v1'))).status, 404);
  });

  it('404 on the port of the API', async () => assert.equal(await send('/metrics'), 404));

  it('counts and times requests by method, route and status, and store operations', async () => {
    const before = await scrape();
    for (const path of ['/v1/tickets', '/v1/tickets/no-such', '/v1/tickets/nor-this']) await send(path);
    const after = await scrape();
    const grown = (name: string, labels = {}) => sumSamples(after, name, labels) - sumSamples(before, name, labels);
    assert.equal(grown('http_requests_total', { method: 'GET', route: '/tickets', status: '200' }), 1);
    assert.equal(grown('http_requests_total', { route: '/tickets/:ticket_id', status: '404' }), 2);
    assert.equal(grown('http_request_duration_seconds_count', { route: '/tickets/:ticket_id' }), 2);
    assert.ok(grown('http_request_duration_seconds_sum') > 0);
    assert.ok(grown('stardesk_store_statement_duration_seconds_count') > 0);
    assert.equal(sumSamples(after, 'http_requests_in_flight'), 0);
  });

  it('counts requests that the parser rejects', async () => {
    const long = `GET /v1 HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`;
    for (const bytes of ['BREW /v1 HTTP/1.1\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', long])
      await exchangeBytes(api.url, Buffer.from(bytes));
    const samples = await scrape();
    const countRejected = (status: string) =>
      sumSamples(samples, 'http_requests_total', { route: 'unreadable', status });
    assert.deepEqual([countRejected('400'), countRejected('431')], [2, 1]);
  });

  it('counts the operations that write to SQLite, and the operations that wait to write', async () => {
    const load = async () => {
      const samples = await scrape();
      const connections = (state: string) => sumSamples(samples, 'stardesk_store_connections', { state });
      return [connections('busy'), connections('idle'), sumSamples(samples, 'stardesk_store_waiting')];
    };
    assert.deepEqual(await load(), [0, 1, 0]);
    const secondStore = new DatabaseSync(join(dataDir, 'stardesk.db'), { timeout: 5000 });
    secondStore.exec('begin immediate');
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const write = () => fetch(`${api.url}/v1/tickets`, { method: 'POST', headers, body: '{"subject":"A"}' });
    const writes = [write(), write(), write()];
    while ((await load()).join() !== '1,0,2') await pause(5);
    secondStore.exec('commit');
    secondStore.close();
    for (const response of await Promise.all(writes)) assert.equal(response.status, 201);
    assert.deepEqual(await load(), [0, 1, 0]);
  });

  it('contains no label with a value that a caller sent', async () => {
    await send('/v1/tickets/a-secret-id');
    await send('/v1/tickets?q=a-secret-search');
    await send('/a-secret-path');
    await send('/oauth/sign-in/a-secret-id');
    await send('/v1/tickets', { Authorization: 'a-secret-scheme a-secret-id' });
    await fetch(`${api.url}/v1/tickets`, { method: 'PROPFIND' });
    const text = await (await fetch(metricsUrl)).text();
    for (const secret of ['a-secret', token, 'PROPFIND']) assert.ok(!text.includes(secret), secret);
    const routes = new Set((await scrape()).map(({ labels }) => labels['route']));
    assert.ok(routes.size < 10, [...routes].join(' '));
  });

  it('reports a port in use in one sentence', async () => {
    const busy = createServer();
    const port = await listen(busy);
    const stderr = await getStartFailureInProcess({ DATA_DIR: dataDir, API_METRICS_PORT: String(port) });
    assert.match(stderr, /^API_METRICS_PORT is in use by another program: choose another port\n$/);
    busy.close();
  });
});
