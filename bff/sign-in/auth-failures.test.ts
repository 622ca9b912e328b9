import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignIn, startTestDesk, type TestDesk } from '../testing/desk.ts';
import type { FakeResponse } from '../testing/fake-api.ts';

/** Opens a changed callback in a browser that signs in to /gists. */
const openCallback = async (desk: TestDesk, change = (callback: string) => callback) =>
  desk.browser.navigate(change(await startSignIn(desk, '/gists')), 'cross-site');

const levels = { warn: 40, error: 50 };

describe('GET /auth with an error of the authorization server', () => {
  const errors: [code: string, status: number, text: RegExp, level: keyof typeof levels][] = [
    ['access_denied', 400, /You declined, or your account is not allowed to sign in here/, 'warn'],
    ['login_required', 400, /needs you to sign in again/, 'warn'],
    ['interaction_required', 400, /needs you to sign in again/, 'warn'],
    ['account_selection_required', 400, /needs you to sign in again/, 'warn'],
    ['consent_required', 400, /needs you to sign in again/, 'warn'],
    ['temporarily_unavailable', 503, /temporarily unavailable/, 'warn'],
    ['server_error', 502, /had an internal error/, 'warn'],
    ['invalid_request', 502, /not your fault/, 'error'],
    ['unauthorized_client', 502, /not your fault/, 'error'],
    ['unsupported_response_type', 502, /not your fault/, 'error'],
    ['invalid_scope', 502, /not your fault/, 'error'],
    ['something_new', 400, /returned the error “something_new”/, 'warn'],
    ['constructor', 400, /returned the error “constructor”/, 'warn'],
    ['__proto__', 400, /returned the error “__proto__”/, 'warn'],
    ['<img src=x>', 400, /returned the error “unknown_error”/, 'warn'],
    ['a\r\nX-Injected: 1', 400, /returned the error “unknown_error”/, 'warn'],
    ['a'.repeat(100), 400, /returned the error “unknown_error”/, 'warn'],
  ];
  for (const [code, status, text, level] of errors) {
    it(`${status} with a page that links back to the return path for ${JSON.stringify(code)}`, async t => {
      const desk = await startTestDesk(t);
      const query = new URLSearchParams({ error: code, error_description: '<b>secret-text</b>' });
      const response = await openCallback(desk, callback => callback.replace('code=a-code', query.toString()));
      assert.equal(response.status, status);
      assert.match(response.text, text);
      assert.match(response.text, /href="\/login\?return_to=%2Fgists">(Sign in|Try) again</);
      assert.doesNotMatch(response.text, /secret-text|<img/);
      assert.equal(response.headers['x-injected'], undefined);
      assert.equal(desk.upstream.tokenCalls.length, 0);
      assert.equal(desk.browser.cookies.size, 0, 'the sign-in has ended');
      assert.match(desk.readLog(), new RegExp(`"level":${levels[level]}.*sign-in failed`));
      assert.doesNotMatch(desk.readLog(), /secret-text/);
    });
  }
});

const tokens = {
  access_token: 'an-access-token',
  refresh_token: 'a-refresh-token',
  token_type: 'bearer',
  expires_in: 600,
};
const html = { 'Content-Type': 'text/html' };

describe('GET /auth with a token endpoint', () => {
  const outages: [title: string, response: FakeResponse][] = [
    ['that rate-limits', { status: 429, body: { error: 'slow_down' } }],
    ['that fails', { status: 500, body: { error: 'server_error' } }],
    ['under maintenance', { status: 503, body: '<h1>Maintenance</h1>', headers: html }],
    ['behind a proxy that fails', { status: 502, body: '<h1>Bad Gateway</h1>', headers: html }],
    ['that returns a page', { status: 200, body: '<h1>Welcome</h1>', headers: html }],
    ['that returns 400 with a page', { status: 400, body: '<h1>No</h1>', headers: html }],
    ['that returns nothing', { status: 204, body: '' }],
    ['that redirects', { status: 302, body: '', headers: { Location: 'https://evil.example/' } }],
    ['that returns a text', { status: 200, body: 'tokens' }],
    ['that returns null', { status: 200, body: null }],
    ['that returns a list', { status: 200, body: [tokens] }],
    ['without an access token', { status: 200, body: { ...tokens, access_token: undefined } }],
    ['with an empty access token', { status: 200, body: { ...tokens, access_token: '' } }],
    ['with a number as the token', { status: 200, body: { ...tokens, access_token: 7 } }],
    ['without a token type', { status: 200, body: { ...tokens, token_type: undefined } }],
    ['whose token has expired', { status: 200, body: { ...tokens, expires_in: -1 } }],
  ];
  for (const [title, tokenResponse] of outages) {
    it(`503 with Retry-After and no session for one ${title}`, async t => {
      const desk = await startTestDesk(t);
      desk.upstream.respondToToken = () => tokenResponse;
      const response = await openCallback(desk);
      assert.equal(response.status, 503);
      assert.equal(response.headers['retry-after'], '2');
      assert.match(response.text, /The sign-in service does not respond/);
      assert.match(response.text, /href="\/login\?return_to=%2Fgists">Try again</);
      assert.equal(desk.upstream.tokenCalls.length, 1);
      assert.equal(desk.browser.cookies.size, 0);
    });
  }

  it('400 with a page that says the code has expired', async t => {
    const desk = await startTestDesk(t);
    desk.upstream.respondToToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    const response = await openCallback(desk);
    assert.equal(response.status, 400);
    assert.match(response.text, /<h1>This sign-in has expired<\/h1>/);
    assert.match(response.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
  });

  it('503 when it exceeds the timeout', async t => {
    const desk = await startTestDesk(t, { oauthTimeoutSeconds: 0.2 });
    desk.upstream.respondToToken = () => new Promise(() => {});
    const response = await openCallback(desk);
    assert.equal(response.status, 503);
    assert.match(desk.readLog(), /outage: TimeoutError/);
  });

  const rejections: [title: string, response: FakeResponse, code: string][] = [
    [
      'rejects the client in a challenge',
      { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Basic realm="oauth"' } },
      'invalid_client',
    ],
    ['rejects the client in a body', { status: 401, body: { error: 'invalid_client' } }, 'invalid_client'],
    ['rejects the client with 400', { status: 400, body: { error: 'invalid_client' } }, 'invalid_client'],
    ['returns an error of another endpoint', { status: 403, body: { error: 'access_denied' } }, 'access_denied'],
    ['rejects the grant type', { status: 400, body: { error: 'unauthorized_client' } }, 'unauthorized_client'],
    ['returns no refresh token', { status: 200, body: { ...tokens, refresh_token: undefined } }, 'no_refresh_token'],
    ['returns no expiry', { status: 200, body: { ...tokens, expires_in: undefined } }, 'no_refresh_token'],
    ['returns no bearer token', { status: 200, body: { ...tokens, token_type: 'DPoP' } }, 'no_bearer_token'],
    [
      'returns a token with invalid characters',
      { status: 200, body: { ...tokens, access_token: 'a\r\nX: y' } },
      'no_bearer_token',
    ],
  ];
  for (const [title, tokenResponse, code] of rejections) {
    it(`502 and an error in the log when the server ${title}`, async t => {
      const desk = await startTestDesk(t);
      desk.upstream.respondToToken = () => tokenResponse;
      const response = await openCallback(desk);
      assert.equal(response.status, 502);
      assert.match(response.text, /not your fault/);
      assert.match(response.text, /request id: [\w-]{36}/);
      assert.match(response.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
      assert.match(desk.readLog(), new RegExp(`"level":50.*client: ${code}`));
      assert.equal(desk.browser.cookies.size, 0);
    });
  }
});
