import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tokens } from '../sign-in/oauth-client.ts';
import { createCookieBrowser } from '../testing/browser.ts';
import { signInBrowser, startTestDesk } from '../testing/desk.ts';
import type { FakeResponse } from '../testing/fake-api.ts';
import { createRefresher } from './refresh.ts';
import { createSession, type Session } from './session-cookie.ts';

const tenMinutes = 600_000;
const tokens = (n: number): Tokens => ({
  accessToken: `access-${n}`,
  refreshToken: `refresh-${n}`,
  expiresInSeconds: 600,
});

/** Creates a refresher whose token requests the test completes. */
function setUp() {
  let now = 0;
  const calls: { token: string; resolve: (tokens: Tokens) => void; reject: (error: Error) => void }[] = [];
  const refresher = createRefresher(
    token => new Promise<Tokens>((resolve, reject) => calls.push({ token, resolve, reject })),
    () => now,
  );
  const session: Session = createSession(tokens(1), 0);
  return { calls, refresher, session, advance: (milliseconds: number) => (now += milliseconds) };
}

describe('renewing a session', () => {
  it('sends one token request for twenty concurrent requests', async () => {
    const { calls, refresher, session } = setUp();
    const requests = Promise.all(Array.from({ length: 20 }, () => refresher.renew(session)));
    assert.equal(calls.length, 1);
    calls[0]?.resolve(tokens(2));
    assert.deepEqual(new Set((await requests).map(renewed => renewed.access_token)), new Set(['access-2']));
  });

  it('serves late requests with the old cookie from memory for 30 seconds, then calls the server again', async () => {
    const { calls, refresher, session, advance } = setUp();
    const first = refresher.renew(session);
    calls[0]?.resolve(tokens(2));
    await first;
    advance(29_999);
    assert.equal((await refresher.renew(session)).refresh_token, 'refresh-2');
    advance(1);
    void refresher.renew(session);
    assert.deepEqual(
      calls.map(call => call.token),
      ['refresh-1', 'refresh-1'],
    );
  });

  it('keeps the absolute end of the session and extends its idle end', async () => {
    const { calls, refresher, session, advance } = setUp();
    advance(tenMinutes);
    const renewing = refresher.renew(session);
    calls[0]?.resolve(tokens(2));
    const renewed = await renewing;
    assert.equal(renewed.ends_at, session.ends_at);
    assert.equal(renewed.idle_until, session.idle_until + tenMinutes);
  });

  it('does not remember a failure', async () => {
    const { calls, refresher, session } = setUp();
    const failing = refresher.renew(session);
    calls[0]?.reject(new Error('down'));
    await assert.rejects(failing, /down/);
    void refresher.renew(session);
    assert.equal(calls.length, 2);
  });

  it('keeps two sessions apart', () => {
    const { calls, refresher, session } = setUp();
    void refresher.renew(session);
    void refresher.renew({ ...session, refresh_token: 'someone-else' });
    assert.deepEqual(
      calls.map(call => call.token),
      ['refresh-1', 'someone-else'],
    );
  });
});

describe('a request whose access token is about to expire', () => {
  it('200 for thirty concurrent requests, with one token request and a new cookie', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.advanceClock(tenMinutes - 59_000);
    const responses = await Promise.all(Array.from({ length: 30 }, () => desk.browser.call('/api/tickets')));
    assert.deepEqual(new Set(responses.map(response => response.status)), new Set([200]));
    assert.equal(desk.upstream.tokenCalls.length, 2, 'the sign-in and one renewal');
    assert.equal(desk.upstream.tokenCalls[1]?.form.get('refresh_token'), 'refresh-1');
    const tokensSeen = desk.upstream.received.map(request => request.headers.authorization);
    assert.deepEqual(new Set(tokensSeen), new Set(['Bearer access-2']));
    desk.advanceClock(31_000); // the result is forgotten: only the new cookie has the new token
    await desk.browser.call('/api/tickets');
    assert.equal(desk.upstream.received.at(-1)?.headers.authorization, 'Bearer access-2');
    assert.equal(desk.upstream.tokenCalls.length, 2);
  });

  it('is not renewed while more than a minute is left', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.advanceClock(tenMinutes - 61_500);
    await desk.browser.call('/api/tickets');
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('200 with the old token while the server is unavailable and the token valid', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.upstream.respondToToken = () => ({ status: 503, body: { error: 'temporarily_unavailable' } });
    desk.advanceClock(tenMinutes - 30_000);
    assert.equal((await desk.browser.call('/api/tickets')).status, 200);
    assert.equal(desk.upstream.received[0]?.headers.authorization, 'Bearer access-1');
  });

  it('503 with Retry-After while the server is unavailable and the token expired; the session survives', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const { respondToToken } = desk.upstream;
    desk.upstream.respondToToken = () => ({ status: 503, body: { error: 'temporarily_unavailable' } });
    desk.advanceClock(tenMinutes + 1);
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 503);
    assert.equal(response.headers['retry-after'], '2');
    assert.equal(JSON.parse(response.text).code, 50300);
    assert.equal(desk.browser.cookies.size, 1);
    desk.upstream.respondToToken = respondToToken;
    assert.equal((await desk.browser.call('/api/tickets')).status, 200);
  });

  const invalidResponses: [title: string, response: FakeResponse][] = [
    ['a page', { status: 200, body: '<h1>Welcome</h1>', headers: { 'Content-Type': 'text/html' } }],
    ['nothing', { status: 204, body: '' }],
    ['a redirect', { status: 302, body: '', headers: { Location: 'https://evil.example/' } }],
    ['null', { status: 200, body: null }],
    ['no token', { status: 200, body: { token_type: 'bearer', expires_in: 600 } }],
    ['a token of another type', { status: 200, body: { access_token: 'a.b-c', token_type: 'DPoP', expires_in: 600 } }],
    [
      'a token with invalid characters',
      { status: 200, body: { access_token: 'a\r\nb', token_type: 'bearer', expires_in: 9 } },
    ],
    ['400 without an error', { status: 400, body: {} }],
    ['an error of another endpoint', { status: 400, body: { error: 'access_denied' } }],
  ];
  it('200 while the old token is valid, then 503, for any invalid response; the session survives', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const { respondToToken } = desk.upstream;
    desk.advanceClock(tenMinutes - 30_000);
    for (const [title, response] of invalidResponses) {
      desk.upstream.respondToToken = () => response;
      assert.equal((await desk.browser.call('/api/tickets')).status, 200, title);
    }
    desk.advanceClock(31_000);
    for (const [title, response] of invalidResponses) {
      desk.upstream.respondToToken = () => response;
      const rejected = await desk.browser.call('/api/tickets');
      assert.deepEqual([rejected.status, rejected.headers['retry-after']], [503, '2'], title);
      assert.equal(desk.browser.cookies.size, 1, title);
    }
    desk.upstream.respondToToken = respondToToken;
    assert.equal((await desk.browser.call('/api/tickets')).status, 200);
  });

  it('503 and an error in the log when the bff’s own credentials are rejected', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.upstream.respondToToken = () => ({
      status: 401,
      body: {},
      headers: { 'WWW-Authenticate': 'Basic realm="oauth"' },
    });
    desk.advanceClock(tenMinutes + 1);
    assert.equal((await desk.browser.call('/api/tickets')).status, 503);
    assert.equal(desk.browser.cookies.size, 1);
    assert.match(desk.readLog(), /"level":50.*invalid_client/);
  });

  it('401 and no cookie when the refresh token is invalid', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.upstream.respondToToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    desk.advanceClock(tenMinutes + 1);
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 401);
    assert.equal(response.headers.location, undefined);
    assert.equal(JSON.parse(response.text).code, 40100);
    assert.equal(desk.browser.cookies.size, 0);
    assert.equal(desk.upstream.received.length, 0);
  });

  it('completes the renewal after the browser has disconnected', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.advanceClock(tenMinutes + 1);
    const copy = createCookieBrowser(desk.url);
    for (const [name, cookie] of desk.browser.cookies) copy.cookies.set(name, cookie);
    const requested = Promise.withResolvers<void>();
    const issue = desk.upstream.respondToToken;
    desk.upstream.respondToToken = form => {
      requested.resolve();
      return issue(form);
    };
    const abort = new AbortController();
    const request = fetch(`${desk.url}/api/tickets`, {
      signal: abort.signal,
      headers: {
        cookie: [...copy.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
        'x-csrf': '1',
        origin: desk.url,
      },
    });
    await requested.promise;
    abort.abort();
    await assert.rejects(request);
    assert.equal((await desk.browser.call('/api/tickets')).status, 200);
    assert.equal(desk.upstream.tokenCalls.length, 2);
  });
});
