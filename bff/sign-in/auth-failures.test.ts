import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginSignIn, type Desk, startDesk } from '../testing/desk.ts';
import type { PlayedAnswer } from '../testing/upstream.ts';

/** Comes back from the authorization server, changed, in a browser that wanted to go to /gists. */
const comeBack = async (desk: Desk, change = (callback: string) => callback) =>
  desk.browser.navigate(change(await beginSignIn(desk, '/gists')), 'cross-site');

const levels = { warn: 40, error: 50 };

describe('GET /auth with an error of the authorization server', () => {
  const errors: [code: string, status: number, said: RegExp, level: keyof typeof levels][] = [
    ['access_denied', 400, /You declined, or your account may not sign in here/, 'warn'],
    ['login_required', 400, /wants you to sign in once more/, 'warn'],
    ['interaction_required', 400, /wants you to sign in once more/, 'warn'],
    ['account_selection_required', 400, /wants you to sign in once more/, 'warn'],
    ['consent_required', 400, /wants you to sign in once more/, 'warn'],
    ['temporarily_unavailable', 503, /takes no one in just now/, 'warn'],
    ['server_error', 502, /a fault of its own/, 'warn'],
    ['invalid_request', 502, /not your doing/, 'error'],
    ['unauthorized_client', 502, /not your doing/, 'error'],
    ['unsupported_response_type', 502, /not your doing/, 'error'],
    ['invalid_scope', 502, /not your doing/, 'error'],
    ['something_new', 400, /answered “something_new”/, 'warn'],
    ['constructor', 400, /answered “constructor”/, 'warn'],
    ['__proto__', 400, /answered “__proto__”/, 'warn'],
    ['<img src=x>', 400, /answered “unknown_error”/, 'warn'],
    ['a\r\nX-Injected: 1', 400, /answered “unknown_error”/, 'warn'],
    ['a'.repeat(100), 400, /answered “unknown_error”/, 'warn'],
  ];
  for (const [code, status, said, level] of errors) {
    it(`${status} with a page that leads back to where one wanted to go for ${JSON.stringify(code)}`, async t => {
      const desk = await startDesk(t);
      const query = new URLSearchParams({ error: code, error_description: '<b>secret-text</b>' });
      const answer = await comeBack(desk, callback => callback.replace('code=a-code', query.toString()));
      assert.equal(answer.status, status);
      assert.match(answer.text, said);
      assert.match(answer.text, /href="\/login\?return_to=%2Fgists">(Sign in|Try) again</);
      assert.doesNotMatch(answer.text, /secret-text|<img/);
      assert.equal(answer.headers['x-injected'], undefined);
      assert.equal(desk.upstream.tokenCalls.length, 0);
      assert.equal(desk.browser.cookies.size, 0, 'the sign-in is over');
      assert.match(desk.logged(), new RegExp(`"level":${levels[level]}.*the sign-in could not be completed`));
      assert.doesNotMatch(desk.logged(), /secret-text/);
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

describe('GET /auth before a token endpoint', () => {
  const outages: [what: string, answer: PlayedAnswer][] = [
    ['that limits us', { status: 429, body: { error: 'slow_down' } }],
    ['that fails', { status: 500, body: { error: 'server_error' } }],
    ['that is being mended', { status: 503, body: '<h1>Maintenance</h1>', headers: html }],
    ['behind a proxy that fails', { status: 502, body: '<h1>Bad Gateway</h1>', headers: html }],
    ['that answers a page', { status: 200, body: '<h1>Welcome</h1>', headers: html }],
    ['that answers 400 with a page', { status: 400, body: '<h1>No</h1>', headers: html }],
    ['that answers nothing', { status: 204, body: '' }],
    ['that sends us elsewhere', { status: 302, body: '', headers: { Location: 'https://evil.example/' } }],
    ['that answers a text', { status: 200, body: 'tokens' }],
    ['that answers null', { status: 200, body: null }],
    ['that answers a list', { status: 200, body: [tokens] }],
    ['without an access token', { status: 200, body: { ...tokens, access_token: undefined } }],
    ['with an empty access token', { status: 200, body: { ...tokens, access_token: '' } }],
    ['with a number for a token', { status: 200, body: { ...tokens, access_token: 7 } }],
    ['without a token type', { status: 200, body: { ...tokens, token_type: undefined } }],
    ['whose token has ended', { status: 200, body: { ...tokens, expires_in: -1 } }],
  ];
  for (const [what, tokenAnswer] of outages) {
    it(`503 with Retry-After ${what}, and nobody is signed in`, async t => {
      const desk = await startDesk(t);
      desk.upstream.token = () => tokenAnswer;
      const answer = await comeBack(desk);
      assert.equal(answer.status, 503);
      assert.equal(answer.headers['retry-after'], '2');
      assert.match(answer.text, /The sign-in service does not answer/);
      assert.match(answer.text, /href="\/login\?return_to=%2Fgists">Try again</);
      assert.equal(desk.upstream.tokenCalls.length, 1);
      assert.equal(desk.browser.cookies.size, 0);
    });
  }

  it('400 with a page that says so when the code is no longer good', async t => {
    const desk = await startDesk(t);
    desk.upstream.token = () => ({ status: 400, body: { error: 'invalid_grant' } });
    const answer = await comeBack(desk);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /<h1>This sign-in has expired<\/h1>/);
    assert.match(answer.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
  });

  it('503 when it takes longer than the bff waits', async t => {
    const desk = await startDesk(t, { oauthTimeoutSeconds: 0.2 });
    desk.upstream.token = () => new Promise(() => {});
    const answer = await comeBack(desk);
    assert.equal(answer.status, 503);
    assert.match(desk.logged(), /outage: TimeoutError/);
  });

  const refusals: [what: string, answer: PlayedAnswer, code: string][] = [
    [
      'in a challenge',
      { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Basic realm="oauth"' } },
      'invalid_client',
    ],
    ['in a body', { status: 401, body: { error: 'invalid_client' } }, 'invalid_client'],
    ['with 400', { status: 400, body: { error: 'invalid_client' } }, 'invalid_client'],
    [
      'with a code that means something else at /auth',
      { status: 403, body: { error: 'access_denied' } },
      'access_denied',
    ],
    ['for the grant it asks for', { status: 400, body: { error: 'unauthorized_client' } }, 'unauthorized_client'],
    ['a refresh token', { status: 200, body: { ...tokens, refresh_token: undefined } }, 'no_refresh_token'],
    ['the end of the token', { status: 200, body: { ...tokens, expires_in: undefined } }, 'no_refresh_token'],
    ['a bearer token', { status: 200, body: { ...tokens, token_type: 'DPoP' } }, 'no_bearer_token'],
    ['a token that fits a header', { status: 200, body: { ...tokens, access_token: 'a\r\nX: y' } }, 'no_bearer_token'],
  ];
  for (const [what, tokenAnswer, code] of refusals) {
    it(`502 and a loud log line when the bff is refused ${what}`, async t => {
      const desk = await startDesk(t);
      desk.upstream.token = () => tokenAnswer;
      const answer = await comeBack(desk);
      assert.equal(answer.status, 502);
      assert.match(answer.text, /not your doing/);
      assert.match(answer.text, /request id: [\w-]{36}/);
      assert.match(answer.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
      assert.match(desk.logged(), new RegExp(`"level":50.*client: ${code}`));
      assert.equal(desk.browser.cookies.size, 0);
    });
  }
});
