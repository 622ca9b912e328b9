import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignedInDesk } from '../testing/signed-in-desk.ts';

describe('CSRF protection of /api', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  it('403 for any request that may come from a different origin, without a request to the API', async t => {
    const { url, browser, upstream } = await startSignedInDesk(t);
    const rejected: Record<string, Record<string, string>> = {
      'without the CSRF header': { 'sec-fetch-site': 'same-origin' },
      'with another value of the header': { 'sec-fetch-site': 'same-origin', 'x-csrf': 'true' },
      'from another site': { 'sec-fetch-site': 'cross-site', 'x-csrf': '1' },
      'from another port of this host': { 'sec-fetch-site': 'same-site', 'x-csrf': '1' },
      'typed into the address bar': { 'sec-fetch-site': 'none', 'x-csrf': '1' },
      'from another origin': { origin: 'https://evil.example', 'x-csrf': '1' },
      'from a null origin': { origin: 'null', 'x-csrf': '1' },
      'with neither fetch metadata nor Origin': { 'x-csrf': '1' },
      'from another site that claims our origin': { 'sec-fetch-site': 'cross-site', origin: url, 'x-csrf': '1' },
    };
    for (const [title, headers] of Object.entries(rejected)) {
      for (const method of methods) {
        const response = await browser.send('/api/tickets/1', { method, headers });
        assert.deepEqual([response.status, JSON.parse(response.text).code], [403, 40302], `${method} ${title}`);
      }
    }
    assert.equal(upstream.received.length, 0);
  });

  it('200 for the desk’s own origin, by fetch metadata or Origin', async t => {
    const { url, browser } = await startSignedInDesk(t);
    for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: url }] as Record<string, string>[]) {
      for (const method of methods) {
        const headers = { ...own, 'x-csrf': '1' };
        assert.equal((await browser.send('/api/tickets/1', { method, headers })).status, 200, method);
      }
    }
  });

  it('403 for a preflight, without CORS headers', async t => {
    const { browser } = await startSignedInDesk(t);
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET', 'x-csrf': '1' };
    const response = await browser.send('/api/tickets', { method: 'OPTIONS', headers });
    assert.equal(response.status, 403);
    assert.doesNotMatch(Object.keys(response.headers).join(), /access-control/);
  });
});
