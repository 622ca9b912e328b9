import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createRequestQueue } from '#server/request-queue';
import { listenDuringTest } from '#server/testing/listen';
import { createBffLog } from './log.ts';
import { serveBffMetrics } from './serve-metrics.ts';
import { createCookieBrowser } from './testing/browser.ts';
import { signInBrowser, startSignIn, startTestDesk, type TestDesk } from './testing/desk.ts';
import { issueTokens } from './testing/fake-api.ts';
import { sendRaw, startSignedInDesk } from './testing/signed-in-desk.ts';

/** A line of the Prometheus text format, version 0.0.4. */
const metricsLine =
  /^(#( HELP [a-z_]+ .+| TYPE [a-z_]+ (counter|gauge|histogram|summary))|[a-z_0-9]+(\{([a-z_]+="[^"\\]*",?)+\})? [-+.eE\d]+|[a-z_0-9]+ (Nan|NaN))$/;

/** Checks the format of the metrics and that they contain the lines. */
async function expectMetrics({ metrics }: TestDesk, ...expected: string[]): Promise<string> {
  const text = await metrics.registry.metrics();
  const lines = text.split('\n').filter(Boolean);
  for (const line of lines) assert.match(line, metricsLine);
  for (const line of expected) assert.ok(lines.includes(line), `${line} in ${text}`);
  return text;
}

describe('GET /metrics', () => {
  it('200 uncached on a separate port; 405 for other methods and 404 for other paths', async t => {
    const desk = await startSignedInDesk(t);
    const server = createServer(serveBffMetrics(desk.metrics, createBffLog('silent')));
    const browser = createCookieBrowser(await listenDuringTest(t, server));
    const response = await browser.send('/metrics');
    assert.equal(response.status, 200);
    assert.match(String(response.headers['content-type']), /^text\/plain; (charset=utf-8; )?version=0\.0\.4/);
    assert.equal(response.headers['cache-control'], 'no-store');
    const page = await desk.browser.call('/session');
    for (const name of ['content-security-policy', 'x-content-type-options', 'permissions-policy', 'referrer-policy']) {
      assert.ok(response.headers[name], name);
      assert.equal(response.headers[name], page.headers[name], name);
    }
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

  it('counts requests by method, route and status, and measures them as well as the requests to the API', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.call('/api/tickets/7?q=a-secret');
    await desk.browser.call('/api/nothing/a-secret');
    await desk.browser.navigate('/tickets/a-secret?view=a-secret');
    await desk.browser.send('/a-secret.php');
    const text = await expectMetrics(
      desk,
      'http_requests_total{method="GET",route="/api/tickets",status="200"} 1',
      'http_requests_total{method="GET",route="app",status="200"} 1',
      'http_requests_total{method="GET",route="none",status="404"} 2',
      'http_request_duration_seconds_count{route="/api/tickets"} 1',
      'stardesk_api_request_duration_seconds_count{status="200"} 1',
      'http_requests_in_flight 0',
    );
    assert.doesNotMatch(text, /secret/);
  });

  it('counts requests that the parser rejects, requests that wait, and requests that waited too long', async t => {
    const requestQueue = { ...createRequestQueue(), getWaitedMilliseconds: () => 1001, getLength: () => 7 };
    const desk = await startSignedInDesk(t, { requestQueue });
    await sendRaw(desk.url, 'BREW / HTTP/1.1\r\n\r\n');
    await sendRaw(desk.url, `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`);
    await expectMetrics(
      desk,
      'http_requests_total{method="other",route="unreadable",status="400"} 1',
      'http_requests_total{method="other",route="unreadable",status="431"} 1',
      'http_requests_waiting 7',
      'http_requests_shed_total{reason="late"} 0',
    );
    assert.equal((await desk.browser.call('/api/tickets')).status, 503);
    await expectMetrics(
      desk,
      'http_requests_shed_total{reason="late"} 1',
      'http_requests_shed_total{reason="api_busy"} 0',
    );
  });

  it('counts failures of the API, not of the browser', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.call('/api/tickets', { method: 'POST', body: 'x'.repeat(1_100_000) });
    desk.upstream.respond = (_req, res) => void res.destroy();
    await desk.browser.call('/api/tickets');
    const failures = (await expectMetrics(desk)).match(/^stardesk_api_request_failures_total.*$/gm);
    assert.deepEqual(failures, ['stardesk_api_request_failures_total{error="upstream_failed"} 1']);
  });

  it('counts sign-ins and renewals by outcome', async t => {
    const desk = await startTestDesk(t);
    desk.upstream.respondToToken = issueTokens(60); // short enough that each request renews
    await signInBrowser(desk);
    await startSignIn(desk);
    await desk.browser.navigate('/auth?code=a&state=of-another', 'cross-site');
    await desk.browser.call('/api/tickets');
    desk.advanceClock(40_000); // the cached renewal has expired
    desk.upstream.respondToToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await desk.browser.call('/api/tickets');
    await expectMetrics(
      desk,
      'stardesk_sign_ins_total{outcome="begun"} 2',
      'stardesk_sign_ins_total{outcome="completed"} 1',
      'stardesk_sign_ins_total{outcome="failed"} 1',
      'stardesk_session_renewals_total{outcome="renewed"} 1',
      'stardesk_session_renewals_total{outcome="ended"} 1',
    );
  });
});
