import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';
import { startTestDesk } from './testing/desk.ts';

describe('GET /healthz', () => {
  it('200 while the process runs', async t => {
    const { browser } = await startTestDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    const response = await browser.send('/healthz');
    assert.deepEqual([response.status, JSON.parse(response.text)], [200, { status: 'ok' }]);
    assert.equal(response.headers['cache-control'], 'no-store');
  });
});

describe('GET /readyz', () => {
  it('200 after the authorization server has been found, even if it fails later; 503 before', async t => {
    const { browser, upstream } = await startTestDesk(t);
    upstream.isReady = false;
    for (const path of ['/readyz', '/login']) assert.equal((await browser.navigate(path)).status, 503, path);
    upstream.isReady = true;
    assert.equal((await browser.navigate('/login')).status, 303);
    const response = await browser.send('/readyz');
    assert.deepEqual([response.status, JSON.parse(response.text)], [200, { status: 'ready' }]);
    assert.equal(response.headers['cache-control'], 'no-store');
    upstream.respond = (_req, res) => res.destroy();
    assert.equal((await browser.send('/readyz')).status, 200);
  });

  it('503 with the reason while the authorization server is down', async t => {
    const { browser } = await startTestDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    const response = await browser.send('/readyz');
    assert.equal(response.status, 503);
    assert.equal(response.headers['retry-after'], '2');
    assert.match(
      JSON.parse(response.text).description,
      /http:\/\/127\.0\.0\.1:1 was not found at API_URL \(ECONNREFUSED\)/,
    );
    const head = await browser.send('/readyz', { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [503, '']);
  });

  it('503 with the reason while a different server responds', async t => {
    const { browser } = await startTestDesk(t, { apiPublicUrl: 'http://127.0.0.1:9/elsewhere' });
    const response = await browser.send('/readyz');
    assert.equal(response.status, 503);
    assert.match(JSON.parse(response.text).description, /\(OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED\)/);
  });

  it('503 while the API hangs, before the bff’s requests to the API time out', async t => {
    const apiUrl = await listenDuringTest(t, createServer());
    const { browser } = await startTestDesk(t, { apiUrl, oauthTimeoutSeconds: 60 });
    const { status, text } = await browser.send('/readyz');
    assert.equal(status, 503);
    assert.match(text, /\(too_slow\)/);
  });
});
