import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignIn, startTestDesk } from './testing/desk.ts';
import { expectDocumentedResponse, sendLine } from './testing/documented-responses.ts';
import { cookieHeader, startSignedInDesk } from './testing/signed-in-desk.ts';

const own = 'X-CSRF: 1\r\nSec-Fetch-Site: same-origin\r\n';

describe('an unusual request line', () => {
  const targets: [line: string, status: number][] = [
    ['GET //', 404],
    ['GET //evil.example/login', 404],
    ['GET ///evil.example', 404],
    ['GET http://evil.example/login', 303],
    ['GET https://user:password@evil.example:99999/session', 200],
    ['GET *', 400],
    ['OPTIONS *', 405],
    ['GET /api/../session', 404],
    ['GET /api/tickets/../../session', 404],
    ['GET /api/%2e%2e/session', 404],
    ['GET /api//session', 404],
    ['GET /%61pi/tickets', 200],
    ['GET /login/../auth', 404],
    ['GET /login/../../etc/passwd', 404],
    ['GET /%2e%2e/login', 404],
    ['GET /..%2f..%2fpackage.json', 404],
    ['GET /..%5c..%5cpackage.json', 404],
    ['GET /assets/..%2f..%2fpackage.json', 404],
    ['GET /login;', 200],
    ['GET /login;a=b?return_to=//evil.example', 200],
    ['GET /login/', 200],
    ['GET /LOGIN', 200],
    ['GET /session#?x', 200],
    ['GET /%00', 404],
    ['GET /a\0b', 400],
    ['GET /%', 404],
    ['GET /%ff%fe', 404],
    ['GET /%c0%ae%c0%ae/', 404],
    ['GET /\\evil.example', 404],
    ['GET login', 400],
    ['GET ?x', 400],
    ['GET', 400],
    ['get /session', 400],
    ['FOO /session', 400],
    ['TRACE /session', 405],
    ['PROPFIND /auth', 405],
    ['M-SEARCH /logout', 405],
    ['QUERY /api/tickets', 405],
    [`GET ${'/a'.repeat(15_000)}`, 200],
    [`GET /login?return_to=/${'a'.repeat(30_000)}`, 303],
    [`GET /login?return_to=/${'a'.repeat(100_000)}`, 431],
    [`GET /auth?state=${'a'.repeat(100_000)}`, 431],
    [`GET /auth?${'a&'.repeat(15_000)}`, 400],
    [`GET /login?${'return_to=/a&'.repeat(2000)}`, 303],
  ];
  it('gets a documented response', async t => {
    const desk = await startSignedInDesk(t);
    for (const [line, status] of targets) {
      const response = await sendLine(desk, line, `${own}Cookie: ${cookieHeader(desk)}\r\n`);
      assert.equal(response.status, status, line.slice(0, 80));
      expectDocumentedResponse(desk, response, line.slice(0, 80));
    }
    assert.equal(desk.upstream.tokenCalls.length, 1, 'the sign-in');
    assert.deepEqual(
      new Set(desk.upstream.received.map(received => received.url?.split('?')[0])),
      new Set(['/v1/people/me']),
    );
  });
});

describe('line breaks in parameters', () => {
  const breaks = [
    '%0d%0a',
    '%0a',
    '%0d',
    '%250d%250a',
    '%e5%98%8a%e5%98%8d',
    '%e2%80%a8',
    '%c2%85',
    '%00',
    '%0d%0a%0d%0a',
  ];
  it('inject no header through the return path or the parameters of /auth', async t => {
    const desk = await startTestDesk(t);
    for (const end of breaks) {
      const smuggled = `${end}X-Injected:1${end}Set-Cookie:a=b`;
      const started = await desk.browser.navigate(`/login?return_to=/tickets${smuggled}&login_hint=a${smuggled}`);
      assert.equal(started.status, 303, end);
      const parameters = new URL(String(started.headers.location)).searchParams;
      const state = parameters.get('state') ?? '';
      const done = await desk.browser.navigate(
        `/auth?${new URLSearchParams({ code: 'a-code', state, iss: desk.upstream.url })}`,
        'cross-site',
      );
      assert.equal(done.status, 303, end);
      assert.match(String(done.headers.location), /^\/(?!\/)[\x21-\x7e]*$/);
      const callbacks = [
        `state=a${smuggled}`,
        `state=a&code=b${smuggled}`,
        `error=a${smuggled}&state=b`,
        `${smuggled}=a`,
      ];
      const failed = await Promise.all(callbacks.map(query => desk.browser.send(`/auth?${query}`)));
      for (const response of [started, done, ...failed]) {
        assert.equal(response.headers['x-injected'], undefined, end);
        const cookies = [response.headers['set-cookie'] ?? []].flat();
        assert.ok(
          cookies.every(line => line.startsWith('stardesk-')),
          end,
        );
      }
      desk.browser.cookies.clear();
    }
  });

  it('never break a log line', async t => {
    const desk = await startTestDesk(t);
    await desk.browser.send('/tickets%0a{"level":60}?x=%0a', { headers: { 'x-request-id': 'aaaaaaaa%0abbbb' } });
    await desk.browser.send(`${await startSignIn(desk)}%0a{}&error=%0a{"level":60}`);
    for (const line of desk.readLog().trimEnd().split('\n')) assert.ok(JSON.parse(line).level < 60);
  });
});
