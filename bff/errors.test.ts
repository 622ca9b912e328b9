import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestDesk, type TestDesk } from './testing/desk.ts';
import { startSignedInDesk } from './testing/signed-in-desk.ts';

/** Opens a path with the headers that Chromium sends. */
const open = (desk: TestDesk, path: string, method = 'GET') => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const metadata = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  return desk.browser.send(path, { method, headers: { accept, ...metadata } });
};

describe('a person who opens an unknown address', () => {
  const addresses: [path: string, method: string, status: number, title: string][] = [
    ['/assets/gone.js', 'GET', 404, 'Page not found'],
    ['/.env', 'GET', 404, 'Page not found'],
    ['/logout', 'GET', 405, 'This address is not a page'],
    ['/login', 'POST', 405, 'This address is not a page'],
    ['/tickets', 'POST', 405, 'This address is not a page'],
  ];
  for (const [path, method, status, title] of addresses) {
    it(`${status} as a page with a link for ${method} ${path}`, async t => {
      const desk = await startTestDesk(t);
      const response = await open(desk, path, method);
      assert.equal(response.status, status);
      assert.match(response.headers['content-type'] ?? '', /^text\/html/);
      assert.match(response.text, new RegExp(`<h1>${title}</h1>`));
      assert.match(response.text, /<a href="\/">Go to Stardesk</);
      assert.doesNotMatch(response.text, /<script|<details/);
      assert.match(
        String(response.headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[^;]+; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      assert.equal(response.headers['cache-control'], 'no-store');
      if (status === 405) assert.ok(response.headers.allow);
    });
  }

  it('500 as a page with the request id and no details of the error', async t => {
    const desk = await startTestDesk(t);
    const expected = { access_token: 'a'.repeat(4000), refresh_token: 'a-refresh-token', token_type: 'bearer' };
    desk.upstream.respondToToken = () => ({ status: 200, body: { ...expected, expires_in: 600 } });
    const { headers } = await open(desk, '/login');
    const parameters = new URL(String(headers.location)).searchParams;
    const callback = new URLSearchParams({
      code: 'a-code',
      state: parameters.get('state') ?? '',
      iss: desk.upstream.url,
    });
    const response = await open(desk, `/auth?${callback}`);
    assert.equal(response.status, 500);
    assert.match(response.text, /<h1>Something went wrong<\/h1>/);
    assert.ok(response.text.includes(`<code>request id: ${response.headers['x-request-id']}</code>`));
    assert.doesNotMatch(response.text, /bytes|cookie/);
    assert.match(desk.readLog(), /"level":50.*the session cookie would be/);
  });

  it('403 as JSON under /api', async t => {
    const desk = await startSignedInDesk(t);
    const response = await open(desk, '/api/tickets');
    assert.equal(response.status, 403);
    assert.equal(JSON.parse(response.text).code, 40302);
  });
});

describe('a program that requests an unknown address', () => {
  for (const accept of ['*/*', 'application/json', 'text/css,*/*;q=0.1', 'application/json, text/html;q=0.5']) {
    it(`404 as JSON for Accept: ${accept}`, async t => {
      const desk = await startTestDesk(t);
      const response = await desk.browser.send('/assets/gone.js', { headers: { accept } });
      assert.equal(response.status, 404);
      assert.deepEqual(JSON.parse(response.text), {
        code: 40400,
        message: 'Not Found',
        description: 'No resource exists at this address.',
      });
    });
  }
});
