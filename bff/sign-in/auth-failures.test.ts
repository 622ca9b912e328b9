import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignIn, startTestDesk, type TestDesk } from '../testing/desk.ts';
import type { FakeResponse } from '../testing/fake-api.ts';

/** Opens a changed callback in a browser that signs in to /gists. Checks the page that explains the failure. */
async function expectFailure(desk: TestDesk, status: number, text: RegExp, change = (callback: string) => callback) {
  const response = await desk.browser.navigate(change(await startSignIn(desk, '/gists')), 'cross-site');
  assert.equal(response.status, status, String(text));
  assert.match(response.text, text);
  assert.match(response.text, /href="\/login\?return_to=%2Fgists">(Sign in|Try) again</);
  assert.equal(desk.browser.cookies.size, 0, 'the sign-in has ended without a session');
  return response;
}

/** Returns a function that returns the lines logged since its last call. */
function createLogReader(desk: TestDesk) {
  let seen = 0;
  return () => {
    const added = desk.readLog().slice(seen);
    seen += added.length;
    return added;
  };
}

const levels = { warn: 40, error: 50 };

it('GET /auth with an error of the authorization server returns a page that explains the error', async t => {
  const signInAgain = /needs you to sign in again/;
  const misconfigured = /not your fault/;
  const unknown = /returned the error “unknown_error”/;
  const errors: [code: string, status: number, text: RegExp, level: keyof typeof levels][] = [
    ['access_denied', 400, /You declined, or your account is not allowed to sign in here/, 'warn'],
    ['login_required', 400, signInAgain, 'warn'],
    ['interaction_required', 400, signInAgain, 'warn'],
    ['account_selection_required', 400, signInAgain, 'warn'],
    ['consent_required', 400, signInAgain, 'warn'],
    ['temporarily_unavailable', 503, /temporarily unavailable/, 'warn'],
    ['server_error', 502, /had an internal error/, 'warn'],
    ['invalid_request', 502, misconfigured, 'error'],
    ['unauthorized_client', 502, misconfigured, 'error'],
    ['unsupported_response_type', 502, misconfigured, 'error'],
    ['invalid_scope', 502, misconfigured, 'error'],
    ['something_new', 400, /returned the error “something_new”/, 'warn'],
    ['constructor', 400, /returned the error “constructor”/, 'warn'],
    ['__proto__', 400, /returned the error “__proto__”/, 'warn'],
    ['<img src=x>', 400, unknown, 'warn'],
    ['a\r\nX-Injected: 1', 400, unknown, 'warn'],
    ['a'.repeat(100), 400, unknown, 'warn'],
  ];
  const desk = await startTestDesk(t);
  const readNewLog = createLogReader(desk);
  for (const [code, status, text, level] of errors) {
    const query = new URLSearchParams({ error: code, error_description: '<b>secret-text</b>' }).toString();
    const response = await expectFailure(desk, status, text, callback => callback.replace('code=a-code', query));
    assert.doesNotMatch(response.text, /secret-text|<img/);
    assert.equal(response.headers['x-injected'], undefined);
    const logged = readNewLog();
    assert.match(logged, new RegExp(`"level":${levels[level]}.*sign-in failed`), code);
    assert.doesNotMatch(logged, /secret-text/);
  }
  assert.equal(desk.upstream.tokenCalls.length, 0);
});

const tokens = {
  ...{ access_token: 'an-access-token', refresh_token: 'a-refresh-token' },
  ...{ token_type: 'bearer', expires_in: 600 },
};
const html = { 'Content-Type': 'text/html' };
const respondWith = (change: object): FakeResponse => ({ status: 200, body: { ...tokens, ...change } });

describe('GET /auth when the token request fails', () => {
  it('503 with Retry-After for an endpoint that is unavailable or not an OAuth server', async t => {
    const outages: Record<string, FakeResponse> = {
      'rate limit': { status: 429, body: { error: 'slow_down' } },
      failure: { status: 500, body: { error: 'server_error' } },
      maintenance: { status: 503, body: '<h1>Maintenance</h1>', headers: html },
      'proxy that fails': { status: 502, body: '<h1>Bad Gateway</h1>', headers: html },
      page: { status: 200, body: '<h1>Welcome</h1>', headers: html },
      '400 with a page': { status: 400, body: '<h1>No</h1>', headers: html },
      'empty body': { status: 204, body: '' },
      redirect: { status: 302, body: '', headers: { Location: 'https://evil.example/' } },
      text: { status: 200, body: 'tokens' },
      null: { status: 200, body: null },
      list: { status: 200, body: [tokens] },
      'no access token': respondWith({ access_token: undefined }),
      'empty access token': respondWith({ access_token: '' }),
      'number as the token': respondWith({ access_token: 7 }),
      'no token type': respondWith({ token_type: undefined }),
      'expired token': respondWith({ expires_in: -1 }),
    };
    const desk = await startTestDesk(t);
    for (const [title, tokenResponse] of Object.entries(outages)) {
      desk.upstream.respondToToken = () => tokenResponse;
      const { headers } = await expectFailure(desk, 503, /The sign-in service does not respond/);
      assert.equal(headers['retry-after'], '2', title);
    }
    assert.equal(desk.upstream.tokenCalls.length, Object.keys(outages).length);
  });

  it('400 with a page that says the sign-in has expired, for an invalid grant', async t => {
    const desk = await startTestDesk(t);
    desk.upstream.respondToToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await expectFailure(desk, 400, /<h1>This sign-in has expired<\/h1>/);
  });

  it('503 when the token request exceeds the timeout', async t => {
    const desk = await startTestDesk(t, { oauthTimeoutSeconds: 0.2 });
    desk.upstream.respondToToken = () => new Promise(() => {});
    await expectFailure(desk, 503, /The sign-in service does not respond/);
    assert.match(desk.readLog(), /outage: TimeoutError/);
  });

  it('502 and an error in the log when the server rejects the client or returns unusable tokens', async t => {
    const challenge = { 'WWW-Authenticate': 'Basic realm="oauth"' };
    const rejections: [code: string, response: FakeResponse][] = [
      ['invalid_client', { status: 401, body: {}, headers: challenge }],
      ['invalid_client', { status: 401, body: { error: 'invalid_client' } }],
      ['invalid_client', { status: 400, body: { error: 'invalid_client' } }],
      ['access_denied', { status: 403, body: { error: 'access_denied' } }],
      ['unauthorized_client', { status: 400, body: { error: 'unauthorized_client' } }],
      ['no_refresh_token', respondWith({ refresh_token: undefined })],
      ['no_refresh_token', respondWith({ expires_in: undefined })],
      ['no_bearer_token', respondWith({ token_type: 'DPoP' })],
      ['no_bearer_token', respondWith({ access_token: 'a\r\nX: y' })],
    ];
    const desk = await startTestDesk(t);
    const readNewLog = createLogReader(desk);
    for (const [code, tokenResponse] of rejections) {
      desk.upstream.respondToToken = () => tokenResponse;
      const { text } = await expectFailure(desk, 502, /not your fault/);
      assert.match(text, /request id: [\w-]{36}/);
      assert.match(readNewLog(), new RegExp(`"level":50.*client: ${code}`));
    }
  });
});
