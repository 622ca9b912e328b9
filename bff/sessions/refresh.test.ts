import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FakeResponse } from '../testing/fake-api.ts';
import { createAppHeaders, startSignedInDesk } from '../testing/signed-in-desk.ts';

const tenMinutes = 600_000;
const unavailable: FakeResponse = { status: 503, body: { error: 'temporarily_unavailable' } };

/** Starts a desk whose access token expires after `leftMilliseconds`. */
async function startExpiringDesk(t: TestContext, leftMilliseconds: number) {
  const desk = await startSignedInDesk(t);
  desk.advanceClock(tenMinutes - leftMilliseconds);
  const { respondToToken } = desk.upstream;
  return {
    ...desk,
    call: () => desk.browser.call('/api/tickets'),
    respond: (response: FakeResponse) => {
      desk.upstream.respondToToken = () => response;
    },
    recover: () => {
      desk.upstream.respondToToken = respondToToken;
    },
  };
}

describe('a request whose access token is about to expire', () => {
  it('200 for thirty concurrent requests, with one token request and a new cookie', async t => {
    const { call, upstream, advanceClock } = await startExpiringDesk(t, 59_000);
    const responses = await Promise.all(Array.from({ length: 30 }, call));
    assert.deepEqual(new Set(responses.map(response => response.status)), new Set([200]));
    assert.equal(upstream.tokenCalls.length, 2, 'the sign-in and one renewal');
    assert.equal(upstream.tokenCalls[1]?.form.get('refresh_token'), 'refresh-1');
    advanceClock(31_000); // the cached result has expired: only the new cookie has the new token
    await call();
    const used = upstream.received.map(request => request.headers.authorization);
    assert.deepEqual(new Set(used), new Set(['Bearer access-2']));
    assert.equal(upstream.tokenCalls.length, 2);
  });

  it('200 with the old cookie, from memory for 30 seconds after the renewal, then with a token request', async t => {
    const { call, browser, upstream, advanceClock } = await startExpiringDesk(t, 0);
    const old = new Map(browser.cookies);
    const callWithOldCookie = async () => {
      for (const [name, cookie] of old) browser.cookies.set(name, cookie);
      assert.equal((await call()).status, 200);
      return upstream.tokenCalls.map(({ form }) => form.get('refresh_token'));
    };
    await call();
    advanceClock(29_000);
    assert.deepEqual(await callWithOldCookie(), [null, 'refresh-1']);
    advanceClock(1000);
    assert.deepEqual(await callWithOldCookie(), [null, 'refresh-1', 'refresh-1']);
  });

  it('sends no token request while more than a minute is left', async t => {
    const { call, upstream } = await startExpiringDesk(t, 61_500);
    await call();
    assert.equal(upstream.tokenCalls.length, 1);
  });

  const bearer = { token_type: 'bearer', expires_in: 600 };
  const invalidResponses: Record<string, FakeResponse> = {
    'an outage': unavailable,
    'a page': { status: 200, body: '<h1>Welcome</h1>', headers: { 'Content-Type': 'text/html' } },
    'an empty body': { status: 204, body: '' },
    'a redirect': { status: 302, body: '', headers: { Location: 'https://evil.example/' } },
    null: { status: 200, body: null },
    'no token': { status: 200, body: bearer },
    'a token of another type': { status: 200, body: { ...bearer, access_token: 'a.b-c', token_type: 'DPoP' } },
    'a token with invalid characters': { status: 200, body: { ...bearer, access_token: 'a\r\nb' } },
    '400 without an error': { status: 400, body: {} },
    'an error of another endpoint': { status: 400, body: { error: 'access_denied' } },
  };
  it('200 while the old token is valid, then 503, for any invalid response; the session survives', async t => {
    const { call, respond, recover, browser, upstream, advanceClock } = await startExpiringDesk(t, 30_000);
    for (const [title, response] of Object.entries(invalidResponses)) {
      respond(response);
      assert.equal((await call()).status, 200, title);
      assert.equal(upstream.received.at(-1)?.headers.authorization, 'Bearer access-1');
    }
    advanceClock(31_000);
    for (const [title, response] of Object.entries(invalidResponses)) {
      respond(response);
      const { status, headers, text } = await call();
      assert.deepEqual([status, headers['retry-after'], JSON.parse(text).code], [503, '2', 50300], title);
      assert.equal(browser.cookies.size, 1, title);
    }
    recover();
    assert.equal((await call()).status, 200);
  });

  it('503 and an error in the log when the bff’s own credentials are rejected', async t => {
    const { call, respond, browser, readLog } = await startExpiringDesk(t, -1);
    respond({ status: 401, body: {}, headers: { 'WWW-Authenticate': 'Basic realm="oauth"' } });
    assert.equal((await call()).status, 503);
    assert.equal(browser.cookies.size, 1);
    assert.match(readLog(), /"level":50.*invalid_client/);
  });

  it('401 and no cookie when the refresh token is invalid', async t => {
    const { call, respond, browser, upstream } = await startExpiringDesk(t, -1);
    respond({ status: 400, body: { error: 'invalid_grant' } });
    const response = await call();
    assert.deepEqual([response.status, JSON.parse(response.text).code], [401, 40100]);
    assert.equal(browser.cookies.size, 0);
    assert.equal(upstream.received.length, 0);
  });

  it('completes the renewal after the browser has disconnected', async t => {
    const desk = await startExpiringDesk(t, -1);
    const requested = Promise.withResolvers<void>();
    const issue = desk.upstream.respondToToken;
    desk.upstream.respondToToken = form => {
      requested.resolve();
      return issue(form);
    };
    const abort = new AbortController();
    const request = fetch(`${desk.url}/api/tickets`, { signal: abort.signal, headers: createAppHeaders(desk) });
    await requested.promise;
    abort.abort();
    await assert.rejects(request);
    assert.equal((await desk.call()).status, 200);
    assert.equal(desk.upstream.tokenCalls.length, 2);
  });
});
