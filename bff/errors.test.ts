import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Desk, startDesk } from './testing/desk.ts';
import { startSignedIn } from './testing/signed-in-desk.ts';

/** A browser opens an address, by what Chromium sends. */
const open = (desk: Desk, path: string, method = 'GET') => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const metadata = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  return desk.browser.send(path, { method, headers: { accept, ...metadata } });
};

describe('a person who opens an address that is none', () => {
  const addresses: [path: string, method: string, status: number, title: string][] = [
    ['/assets/gone.js', 'GET', 404, 'There is nothing here'],
    ['/.env', 'GET', 404, 'There is nothing here'],
    ['/logout', 'GET', 405, 'There is nothing to open here'],
    ['/login', 'POST', 405, 'There is nothing to open here'],
    ['/tickets', 'POST', 405, 'There is nothing to open here'],
  ];
  for (const [path, method, status, title] of addresses) {
    it(`${status} as a page with a way on for ${method} ${path}`, async t => {
      const desk = await startDesk(t);
      const answer = await open(desk, path, method);
      assert.equal(answer.status, status);
      assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
      assert.match(answer.text, new RegExp(`<h1>${title}</h1>`));
      assert.match(answer.text, /<a href="\/">Go to Stardesk</);
      assert.doesNotMatch(answer.text, /<script|<details/);
      assert.match(
        String(answer.headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[^;]+; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      assert.equal(answer.headers['cache-control'], 'no-store');
      if (status === 405) assert.ok(answer.headers.allow);
    });
  }

  it('500 as a page that tells the number of the request, and nothing of what went wrong', async t => {
    const desk = await startDesk(t);
    const expected = { access_token: 'a'.repeat(4000), refresh_token: 'a-refresh-token', token_type: 'bearer' };
    desk.upstream.token = () => ({ status: 200, body: { ...expected, expires_in: 600 } });
    const { headers } = await open(desk, '/login');
    const asked = new URL(String(headers.location)).searchParams;
    const callback = new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '', iss: desk.upstream.url });
    const answer = await open(desk, `/auth?${callback}`);
    assert.equal(answer.status, 500);
    assert.match(answer.text, /<h1>Something went wrong<\/h1>/);
    assert.ok(answer.text.includes(`<code>request id: ${answer.headers['x-request-id']}</code>`));
    assert.doesNotMatch(answer.text, /bytes|cookie/);
    assert.match(desk.logged(), /"level":50.*the session cookie would be/);
  });

  it("403 in the service's shape under /api, where no pages are", async t => {
    const desk = await startSignedIn(t);
    const answer = await open(desk, '/api/tickets');
    assert.equal(answer.status, 403);
    assert.equal(JSON.parse(answer.text).code, 40302);
  });
});

describe('a program that asks for an address that is none', () => {
  for (const accept of ['*/*', 'application/json', 'text/css,*/*;q=0.1', 'application/json, text/html;q=0.5']) {
    it(`404 in the service's shape where it takes ${accept}`, async t => {
      const desk = await startDesk(t);
      const answer = await desk.browser.send('/assets/gone.js', { headers: { accept } });
      assert.equal(answer.status, 404);
      assert.deepEqual(JSON.parse(answer.text), {
        code: 40400,
        message: 'Not Found',
        description: 'There is nothing at this address.',
      });
    });
  }
});
