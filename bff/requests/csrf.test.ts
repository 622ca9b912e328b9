import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signInBrowser, startTestDesk } from '../testing/desk.ts';

describe('CSRF protection of /api', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const rejected: [title: string, headers: (desk: string) => Record<string, string>][] = [
    ['without the CSRF header', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['with another value of the header', () => ({ 'sec-fetch-site': 'same-origin', 'x-csrf': 'true' })],
    ['from another site', () => ({ 'sec-fetch-site': 'cross-site', 'x-csrf': '1' })],
    ['from another port of this host', () => ({ 'sec-fetch-site': 'same-site', 'x-csrf': '1' })],
    ['typed into the address bar', () => ({ 'sec-fetch-site': 'none', 'x-csrf': '1' })],
    ['from another origin', () => ({ origin: 'https://evil.example', 'x-csrf': '1' })],
    ['from a null origin', () => ({ origin: 'null', 'x-csrf': '1' })],
    ['with neither fetch metadata nor Origin', () => ({ 'x-csrf': '1' })],
    [
      'from another site that claims our origin',
      desk => ({ 'sec-fetch-site': 'cross-site', origin: desk, 'x-csrf': '1' }),
    ],
  ];
  for (const [title, headers] of rejected) {
    it(`403 ${title}, without a request to the API`, async t => {
      const desk = await startTestDesk(t);
      await signInBrowser(desk);
      for (const method of methods) {
        const response = await desk.browser.send('/api/tickets/1', { method, headers: headers(desk.url) });
        assert.equal(response.status, 403, method);
        assert.deepEqual(Object.keys(JSON.parse(response.text)), ['code', 'message', 'description']);
        assert.equal(JSON.parse(response.text).code, 40302);
      }
      assert.equal(desk.upstream.received.length, 0);
    });
  }

  it('200 for the own origin, by fetch metadata', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    for (const method of methods) {
      const headers = { 'sec-fetch-site': 'same-origin', 'x-csrf': '1' };
      assert.equal((await desk.browser.send('/api/tickets/1', { method, headers })).status, 200, method);
    }
  });

  it('200 for the own origin, by Origin', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const headers = { origin: desk.url, 'x-csrf': '1' };
    assert.equal((await desk.browser.send('/api/tickets', { method: 'POST', headers })).status, 200);
  });

  it('403 for a preflight, without CORS headers', async t => {
    const desk = await startTestDesk(t);
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET', 'x-csrf': '1' };
    const response = await desk.browser.send('/api/tickets', { method: 'OPTIONS', headers });
    assert.equal(response.status, 403);
    assert.deepEqual(
      Object.keys(response.headers).filter(name => name.startsWith('access-control')),
      [],
    );
  });
});
