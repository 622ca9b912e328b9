import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { startDesk } from './testing/desk.ts';
import { listen } from './testing/listen.ts';

describe('GET /healthz', () => {
  it('200 while the process runs, whatever else does not', async t => {
    const { browser } = await startDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    const answer = await browser.send('/healthz');
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { status: 'ok' }]);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal((await browser.send('/healthz', { method: 'HEAD' })).status, 200);
    assert.equal((await browser.send('/healthz', { method: 'POST' })).status, 405);
  });
});

describe('GET /readyz', () => {
  it('200 once the authorization server has been found, and from then on', async t => {
    const { browser, upstream } = await startDesk(t);
    const answer = await browser.send('/readyz');
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { status: 'ready' }]);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal((await browser.send('/readyz', { method: 'HEAD' })).status, 200);
    upstream.answer = (_req, res) => res.destroy();
    assert.equal((await browser.send('/readyz')).status, 200);
  });

  it('503 with what is missing while nothing answers', async t => {
    const { browser } = await startDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    const answer = await browser.send('/readyz');
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['retry-after'], '2');
    assert.match(
      JSON.parse(answer.text).description,
      /http:\/\/127\.0\.0\.1:1 has not been found by API_URL \(ECONNREFUSED\)/,
    );
    const head = await browser.send('/readyz', { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [503, '']);
  });

  it('503 with what is missing while another server answers', async t => {
    const { browser } = await startDesk(t, { apiPublicUrl: 'http://127.0.0.1:9/elsewhere' });
    const answer = await browser.send('/readyz');
    assert.equal(answer.status, 503);
    assert.match(JSON.parse(answer.text).description, /\(OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED\)/);
  });

  it('503 within a second while the API hangs', async t => {
    const apiUrl = await listen(t, createServer());
    const { browser } = await startDesk(t, { apiUrl, oauthTimeoutSeconds: 60 });
    const began = performance.now();
    assert.equal((await browser.send('/readyz')).status, 503);
    assert.ok(performance.now() - began < 3000, 'the API was not waited for');
  });
});
