import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { startSignIn, type TestDesk } from './testing/desk.ts';
import { formatCookieHeader, sendRaw, startSignedInDesk } from './testing/signed-in-desk.ts';

/** A response parsed from the raw text. */
type ParsedResponse = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** Parses a raw response; values of repeated headers are joined with line breaks. */
function parseRawResponse(wire: string): ParsedResponse {
  const text = wire.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [name = '', value = ''] = [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)];
    const before = headers.get(name);
    headers.set(name, before === undefined ? value.trim() : `${before}\n${value.trim()}`);
  }
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  const body = text.slice(end + 4);
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  return { status: Number(status), headers, body: isChunked ? body.replace(/^[\da-f]+\r\n/, '') : body };
}

/** Sends a raw request line and header lines. */
async function sendLine(desk: TestDesk, line: string, lines = ''): Promise<ParsedResponse> {
  const request = `${line} HTTP/1.1\r\nHost: desk.example\r\n${lines}Connection: close\r\n\r\n`;
  return parseRawResponse(await sendRaw(desk.url, request));
}

/** Checks the documented properties of every response. */
function expectDocumentedResponse(desk: TestDesk, response: ParsedResponse, message: string): void {
  const { status, headers, body } = response;
  assert.ok(status >= 200 && status < 500, `${status} to ${message}`);
  const location = headers.get('location');
  assert.equal(status === 303, location !== undefined, message);
  if (location !== undefined) {
    const isAllowed =
      location.startsWith(`${desk.upstream.url}/oauth/authorize?`) || /^\/(?![/\\])[\x21-\x7e]*$/.test(location);
    assert.ok(isAllowed, `${location} after ${message}`);
  }
  if (headers.get('content-type')?.startsWith('application/json') && status >= 400 && body !== '') {
    assert.deepEqual(Object.keys(JSON.parse(body)), ['code', 'message', 'description'], message);
    assert.equal(Math.floor(JSON.parse(body).code / 100), status, message);
  }
  assert.equal(headers.has('x-injected'), false, message);
  assert.doesNotMatch(`${[...headers.values()]} ${body}`, /access-\d|refresh-\d|at \S+\.ts:\d/, message);
}

describe('any request', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'/\\.%;:@?#&=+ a0~é\u2028"<>{}[]\'', '%2f', '\r\nX-Injected: 1\r\n', '%00', '..', '//'),
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

  it('gets a documented response below 500, and is redirected only to the desk or its authorization server', async t => {
    const desk = await startSignedInDesk(t);
    await startSignIn(desk);
    const jar = formatCookieHeader(desk);
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
    for (const line of desk.readLog().trimEnd().split('\n')) assert.ok(JSON.parse(line).level < 50, line);
  });
});
