import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { startSignIn, startTestDesk } from './testing/desk.ts';
import { expectDocumentedResponse, sendLine } from './testing/documented-responses.ts';
import { cookieHeader, startSignedInDesk } from './testing/signed-in-desk.ts';

describe('any request', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'/\\.%;:@?#&=+ a0~é\u2028"<>{}[]\'', '%2f', '%0d%0a', '%00', '..', '//'),
  });
  const value = fc.oneof(text, fc.constantFrom('/a/b', '//x.yz', 'login', '1', 'null'));
  const named = fc.constantFrom(
    'state',
    'code',
    'iss',
    'error',
    'return_to',
    'prompt',
    'login_hint',
    '__proto__',
    'a[b]',
    '',
  );
  const query = fc.array(fc.tuple(named, value), { maxLength: 5 });
  const path = fc.oneof(
    fc.constantFrom('/login', '/auth', '/session', '/logout'),
    fc.constantFrom('/login', '/auth', '/api/tickets', '/api/oauth/token', '/', '/assets/x.js'),
    fc.constantFrom('/healthz', '/readyz', '/star.svg', '/.env', '/api', '//auth', '/auth/', '/login/..'),
    text.map(tail => `/${encodeURI(tail)}`),
    text.map(tail => `/api/${encodeURI(tail)}`),
  );
  const header = fc.oneof(
    fc.constantFrom(
      'X-CSRF: 1',
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: navigate',
    ),
    fc.constantFrom(
      'Accept: text/html',
      'Accept: ,;q=',
      'Origin: null',
      'Sec-Purpose: prefetch',
      'Expect: 100-continue',
    ),
    fc.constantFrom(
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'Forwarded: host=evil.example;proto=https',
    ),
    fc.constantFrom('X-Original-URL: /auth', 'X-HTTP-Method-Override: POST', 'If-None-Match: *', 'Range: bytes=9-1'),
    fc.constantFrom('Content-Length: 0', 'Content-Type: application/x-www-form-urlencoded', 'Authorization: Bearer x'),
    fc.constantFrom('X-Request-Id: ../../etc', 'Accept-Encoding: gzip;q=x', 'Upgrade: websocket', 'Cookie: =;;a="'),
  );
  const request = fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'),
    path,
    query,
    headers: fc.array(header, { maxLength: 5 }),
    cookies: fc.constantFrom('all', 'none', 'damaged', 'renamed'),
  });

  it('gets a documented response, never 5xx, and redirects only to the desk or its authorization server', async t => {
    const desk = await startSignedInDesk(t);
    await startSignIn(desk);
    const jar = cookieHeader(desk);
    const damaged = jar.replaceAll(/.{30}(?=;|$)/g, 'x'.repeat(30));
    const cookies = { all: jar, none: 'a=b', damaged, renamed: damaged.replaceAll(/\w(?==)/g, '(') };
    await fc.assert(
      fc.asyncProperty(request, async sent => {
        const pairs = sent.query.map(([name, text]) => `${name}=${encodeURI(text)}`).join('&');
        const line = `${sent.method} ${sent.path}?${pairs}`;
        const lines = [`Cookie: ${cookies[sent.cookies]}`, ...sent.headers].map(each => `${each}\r\n`);
        const response = await sendLine(desk, line, lines.join(''));
        expectDocumentedResponse(desk, response, line);
        if (sent.cookies !== 'all') assert.doesNotMatch(response.body, /mara@/, line);
      }),
      { numRuns: 500 },
    );
    assert.equal(desk.upstream.tokenCalls.length, 1, 'the sign-in');
  });
});

describe('a callback with random parameters', () => {
  const name = fc.constantFrom(
    ...['code', 'iss', 'error', 'error_description', 'token', 'id_token', 'access_token', 'token_type', 'expires_in'],
    ...['response', 'scope', 'session_state', 'nonce', 'state', '__proto__', ''],
  );
  const text = fc.oneof(
    fc.constantFrom('', '', 'a', 'a.b.c', 'null', '%', '%zz', '%ff', '%00', '%0d%0a', 'a'.repeat(5000)),
    fc.string({ maxLength: 5 }).map(encodeURIComponent),
  );
  const callback = fc.record({
    pairs: fc.array(fc.tuple(name, text), { maxLength: 3 }),
    hasCode: fc.boolean(),
    hasIssuer: fc.boolean(),
  });

  /** A valid callback has one code, one state, the right issuer and no contradicting parameter. */
  const isValid = (query: URLSearchParams, issuer: string) =>
    query.getAll('state').length === 1 &&
    query.getAll('code').length === 1 &&
    query.get('code') !== '' &&
    query.getAll('iss').join() === issuer &&
    ['error', 'response'].every(parameter => query.getAll(parameter).length < 2 && !query.get(parameter)) &&
    ['token', 'id_token'].every(parameter => !query.has(parameter));

  it('303 and one token request if valid, otherwise 400 with a page that explains why', async t => {
    const desk = await startTestDesk(t);
    await fc.assert(
      fc.asyncProperty(callback, async ({ pairs, hasCode, hasIssuer }) => {
        const callsBefore = desk.upstream.tokenCalls.length;
        const complete = await startSignIn(desk, '/gists');
        const reduced = complete.replace(hasCode ? '' : /code=[^&]*&/, '').replace(hasIssuer ? '' : /&iss=[^&]*/, '');
        const path = [reduced, ...pairs.map(pair => pair.join('='))].join('&');
        const response = await desk.browser.navigate(path, 'cross-site');
        const valid = isValid(new URL(path, desk.url).searchParams, desk.upstream.url);
        assert.equal(response.status, valid ? 303 : 400, path);
        if (valid) assert.equal(response.headers.location, '/gists');
        else assert.match(response.text, /<h1>(This sign-in cannot be completed|You are not signed in)<.h1>/);
        assert.equal(desk.upstream.tokenCalls.length - callsBefore, valid ? 1 : 0, path);
        desk.browser.cookies.clear();
      }),
      { numRuns: 200 },
    );
  });
});
