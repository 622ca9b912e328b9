import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignIn, startTestDesk } from './testing/desk.ts';
import { expectDocumentedResponse, sendLine } from './testing/documented-responses.ts';
import { cookieHeader, startSignedInDesk } from './testing/signed-in-desk.ts';

it('an unusual request line gets a documented response', async t => {
  const targets: [line: string, status: number][] = [
    ['GET //evil.example/login', 404],
    ['GET http://evil.example/login', 303],
    ['GET https://user:password@evil.example:99999/session', 200],
    ['GET /%61pi/tickets', 200],
    ['GET /login/../auth', 404],
    ['GET /login;a=b?return_to=//evil.example', 200],
    ['GET /login/', 200],
    ['GET /LOGIN', 200],
    ['GET /session#?x', 200],
    [`GET ${'/a'.repeat(15_000)}`, 200],
    [`GET /login?return_to=/${'a'.repeat(30_000)}`, 303],
    [`GET /login?return_to=/${'a'.repeat(100_000)}`, 431],
    [`GET /auth?${'a&'.repeat(15_000)}`, 400],
    [`GET /login?${'return_to=/a&'.repeat(2000)}`, 303],
  ];
  const desk = await startSignedInDesk(t);
  for (const [line, status] of targets) {
    const response = await sendLine(desk, line, `Cookie: ${cookieHeader(desk)}\r\n`);
    assert.equal(response.status, status, line.slice(0, 80));
    expectDocumentedResponse(desk, response, line.slice(0, 80));
  }
  assert.equal(desk.upstream.tokenCalls.length, 1, 'the sign-in');
});

describe('line breaks in parameters', () => {
  const breaks = ['%0d%0a', '%0a', '%0d', '%250d%250a', '%e5%98%8a%e5%98%8d', '%e2%80%a8', '%c2%85', '%00'];

  it('inject no header through the return path or the parameters of /auth', async t => {
    const desk = await startTestDesk(t);
    for (const end of breaks) {
      const smuggled = `${end}X-Injected:1${end}Set-Cookie:a=b`;
      const started = await desk.browser.navigate(`/login?return_to=/tickets${smuggled}&login_hint=a${smuggled}`);
      const state = new URL(String(started.headers.location)).searchParams.get('state') ?? '';
      const query = new URLSearchParams({ code: 'a-code', state, iss: desk.upstream.url });
      const done = await desk.browser.navigate(`/auth?${query}`, 'cross-site');
      assert.equal(done.status, 303, end);
      assert.match(String(done.headers.location), /^\/(?!\/)[\x21-\x7e]*$/);
      const queries = [
        `state=a${smuggled}`,
        `state=a&code=b${smuggled}`,
        `error=a${smuggled}&state=b`,
        `${smuggled}=a`,
      ];
      const failed = await Promise.all(queries.map(each => desk.browser.send(`/auth?${each}`)));
      for (const { headers } of [started, done, ...failed]) {
        assert.equal(headers['x-injected'], undefined, end);
        for (const line of [headers['set-cookie'] ?? []].flat()) assert.match(line, /^stardesk-/, end);
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
