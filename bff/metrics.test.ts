import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createRequestQueue } from '#server/request-queue';
import { listenDuringTest } from '#server/testing/listen';
import { runToExit, startServerDuringTest } from '#server/testing/server-process';
import { createBffLog } from './log.ts';
import { serveBffMetrics } from './serve-metrics.ts';
import { createCookieBrowser } from './testing/browser.ts';
import { signInBrowser, startSignIn, startTestDesk, type TestDesk } from './testing/desk.ts';
import { issueTokens } from './testing/fake-api.ts';
import { sendRaw, startSignedInDesk } from './testing/signed-in-desk.ts';

/** A line of the Prometheus text format, version 0.0.4. */
const line =
  /^(#( HELP [a-z_]+ .+| TYPE [a-z_]+ (counter|gauge|histogram|summary))|[a-z_0-9]+(\{([a-z_]+="[^"\\]*",?)+\})? [-+.eE\d]+|[a-z_0-9]+ (Nan|NaN))$/;

/** Reads the metrics and checks the format of each line. */
async function scrape({ metrics }: TestDesk): Promise<string> {
  const text = await metrics.registry.metrics();
  for (const each of text.split('\n').filter(Boolean)) assert.match(each, line);
  return text;
}

/** The policy headers of every response. */
const policies = [
  ...['content-security-policy', 'x-content-type-options', 'x-frame-options', 'permissions-policy'],
  ...['cross-origin-opener-policy', 'cross-origin-resource-policy', 'referrer-policy'],
];

describe('GET /metrics', () => {
  it('200 uncached on a separate port; 405 and 404 for anything else there', async t => {
    const desk = await startSignedInDesk(t);
    const server = createServer(serveBffMetrics(desk.metrics, createBffLog('silent')));
    const browser = createCookieBrowser(await listenDuringTest(t, server));
    const response = await browser.send('/metrics');
    assert.equal(response.status, 200);
    assert.match(String(response.headers['content-type']), /^text\/plain; (charset=utf-8; )?version=0\.0\.4/);
    assert.equal(response.headers['cache-control'], 'no-store');
    const page = await desk.browser.send('/session', { headers: { 'x-csrf': '1', 'sec-fetch-site': 'same-origin' } });
    for (const policy of policies) {
      assert.ok(page.headers[policy], policy);
      assert.equal(response.headers[policy], page.headers[policy], policy);
    }
    assert.match(String(response.headers['x-request-id']), /^[\w.-]{8,64}$/);
    assert.match(response.text, /^stardesk_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    const documented = readFileSync(new URL('../OPERATIONS.md', import.meta.url), 'utf8');
    for (const [, name = ''] of response.text.matchAll(/^# TYPE (\S+)/gm))
      assert.ok(documented.includes(`\`${name}`), name);
    assert.equal((await browser.send('/metrics', { method: 'POST' })).status, 405);
    assert.equal((await browser.send('/')).status, 404);
  });

  it('is not available on the public port', async t => {
    const desk = await startTestDesk(t);
    assert.doesNotMatch((await desk.browser.send('/metrics')).text, /http_requests_total|# HELP/);
  });

  it('counts requests by method, route and status, and measures their and the API’s duration', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.call('/api/tickets/7?q=a-secret');
    await desk.browser.call('/api/nothing/a-secret');
    await desk.browser.navigate('/tickets/a-secret?view=a-secret');
    await desk.browser.send('/a-secret.php');
    const text = await scrape(desk);
    for (const expected of [
      'http_requests_total{method="GET",route="/api/tickets",status="200"} 1',
      'http_requests_total{method="GET",route="app",status="200"} 1',
      'http_requests_total{method="GET",route="none",status="404"} 2',
      'http_request_duration_seconds_count{route="/api/tickets"} 1',
      'stardesk_api_request_duration_seconds_count{status="200"} 1',
      'http_requests_in_flight 0',
    ]) {
      assert.ok(text.includes(`${expected}\n`), expected);
    }
    assert.doesNotMatch(text, /secret/);
  });

  it('counts requests that the parser rejects', async t => {
    const desk = await startTestDesk(t);
    await sendRaw(desk.url, 'BREW / HTTP/1.1\r\n\r\n');
    await sendRaw(desk.url, `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`);
    const text = await scrape(desk);
    for (const status of [400, 431])
      assert.ok(text.includes(`http_requests_total{method="other",route="unreadable",status="${status}"} 1\n`), text);
  });

  it('reports the length of the request queue', async t => {
    const desk = await startTestDesk(t, { requestQueue: { ...createRequestQueue(), getLength: () => 7 } });
    assert.match(await scrape(desk), /^http_requests_waiting 7$/m);
  });

  it('counts requests that waited too long', async t => {
    const late = { ...createRequestQueue(), getWaitedMilliseconds: () => 1001 };
    const desk = await startSignedInDesk(t, { requestQueue: late });
    assert.match(await scrape(desk), /^http_requests_shed_total\{reason="late"\} 0$/m);
    assert.equal((await desk.browser.call('/api/tickets')).status, 503);
    const text = await scrape(desk);
    assert.match(text, /^http_requests_shed_total\{reason="late"\} 1$/m);
    assert.match(text, /^http_requests_shed_total\{reason="api_busy"\} 0$/m);
  });

  it('counts failures of the API, not of the browser', async t => {
    const desk = await startSignedInDesk(t);
    const headers = { 'content-type': 'application/json' };
    await desk.browser.call('/api/tickets', { method: 'POST', headers, body: 'x'.repeat(1_100_000) });
    desk.upstream.respond = (_req, res) => void res.destroy();
    await desk.browser.call('/api/tickets');
    const failures = (await scrape(desk)).match(/^stardesk_api_request_failures_total.*$/gm);
    assert.deepEqual(failures, ['stardesk_api_request_failures_total{error="upstream_failed"} 1']);
  });

  it('counts sign-ins and renewals by outcome', async t => {
    const desk = await startTestDesk(t);
    desk.upstream.respondToToken = issueTokens(60); // short enough that each request renews
    await signInBrowser(desk);
    await startSignIn(desk);
    await desk.browser.navigate('/auth?code=a&state=of-another', 'cross-site');
    await desk.browser.call('/api/tickets');
    desk.advanceClock(40_000); // the renewal is forgotten
    desk.upstream.respondToToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await desk.browser.call('/api/tickets');
    const text = await scrape(desk);
    for (const expected of [
      'stardesk_sign_ins_total{outcome="begun"} 2',
      'stardesk_sign_ins_total{outcome="completed"} 1',
      'stardesk_sign_ins_total{outcome="failed"} 1',
      'stardesk_session_renewals_total{outcome="renewed"} 1',
      'stardesk_session_renewals_total{outcome="ended"} 1',
    ]) {
      assert.ok(text.includes(`${expected}\n`), `${expected} in ${text}`);
    }
  });
});

describe('METRICS_PORT', () => {
  const secrets = { OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b', SESSION_KEYS: 'ab'.repeat(32) };

  it('serves process metrics, and one line explains why it cannot', async t => {
    const server = await startServerDuringTest(t, 'bff/main.ts', { ...secrets, PORT: '0', METRICS_PORT: '0' });
    const [, port = ''] = /"port":(\d+),"msg":"listening for metrics"/.exec(server.outputLines.join('\n')) ?? [];
    const { status, text } = await createCookieBrowser(`http://127.0.0.1:${port}`).send('/metrics');
    assert.equal(status, 200);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]) {
      assert.match(text, new RegExp(`^${name} `, 'm'));
    }
    const { code, stderr } = await runToExit('bff/main.ts', { ...secrets, PORT: '0', METRICS_PORT: port });
    assert.deepEqual([code, stderr], [1, 'METRICS_PORT is in use by another program: choose another port\n']);
  });
});
