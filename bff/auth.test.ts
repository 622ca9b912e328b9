import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signInBrowser, startSignIn, startTestDesk } from './testing/desk.ts';
import { issueTokens } from './testing/fake-api.ts';

const session = /^stardesk-\d+\.session$/;

describe('GET /auth', () => {
  it('303 to the return path, with a session', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/tickets?state=open#7');
    const response = await desk.browser.navigate(callback, 'cross-site');
    assert.equal(response.status, 303);
    assert.equal(response.headers.location, '/tickets?state=open#7');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['referrer-policy'], 'no-referrer');
    const cookies = [...desk.browser.cookies];
    assert.equal(cookies.length, 1, 'the cookie of the sign-in is deleted');
    const [name = '', cookie] = cookies[0] ?? [];
    assert.match(name, session);
    assert.match(cookie?.attributes ?? '', /^path=\/; samesite=strict; httponly$/);
  });

  it('sends the code once, with its verifier, redirect URI and the client in Basic', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const [call, ...others] = desk.upstream.tokenCalls;
    assert.deepEqual(others, []);
    const [scheme, credentials = ''] = call?.authorization?.split(' ') ?? [];
    assert.equal(scheme, 'Basic');
    assert.equal(decodeURIComponent(atob(credentials)), `stardesk-web:${'a'.repeat(64)}`);
    const { form } = call ?? {};
    assert.equal(form?.get('grant_type'), 'authorization_code');
    assert.equal(form?.get('code'), 'a-code');
    assert.equal(form?.get('redirect_uri'), `${desk.url}/auth`);
    assert.match(form?.get('code_verifier') ?? '', /^[\w-]{43,}$/);
    assert.equal(form?.has('client_secret'), false);
  });

  it('lets two tabs sign in at the same time', async t => {
    const desk = await startTestDesk(t);
    const first = await startSignIn(desk, '/tickets');
    const second = await startSignIn(desk, '/gists');
    assert.equal((await desk.browser.navigate(second, 'cross-site')).headers.location, '/gists');
    assert.equal((await desk.browser.navigate(first, 'cross-site')).headers.location, '/tickets');
  });

  it('303 after a restart of the bff and at another of its processes', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    const restarted = await startTestDesk(t, { upstream: desk.upstream, publicUrl: desk.url });
    for (const [name, cookie] of desk.browser.cookies) restarted.browser.cookies.set(name, cookie);
    const response = await restarted.browser.navigate(callback, 'cross-site');
    assert.deepEqual([response.status, response.headers.location], [303, '/gists']);
  });

  for (const from of ['none', 'cross-site'] as const) {
    it(`303 for another person while signed in (${from}), whose token is used from then on`, async t => {
      const desk = await startTestDesk(t);
      await signInBrowser(desk);
      const other = await startSignIn(desk, '/gists');
      await desk.browser.call('/api/tickets');
      const response = await desk.browser.navigate(other, from);
      assert.deepEqual([response.status, response.headers.location], [303, '/gists']);
      await desk.browser.call('/api/tickets');
      const used = desk.upstream.received.map(request => request.headers.authorization);
      assert.deepEqual(used, ['Bearer access-1', 'Bearer access-2']);
    });
  }

  it('303 to / for a finished callback opened again by Back or Reload', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    await desk.browser.navigate(callback, 'cross-site');
    const again = await desk.browser.navigate(callback);
    assert.equal(again.status, 303);
    assert.equal(again.headers.location, '/');
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`405 for ${method}, without using the code`, async t => {
      const desk = await startTestDesk(t);
      const response = await desk.browser.send(await startSignIn(desk), { method });
      assert.equal(response.status, 405);
      assert.equal(response.headers.allow, 'GET');
      assert.equal(desk.upstream.tokenCalls.length, 0);
    });
  }

  it('logs neither code, state, token nor cookie', async t => {
    const desk = await startTestDesk(t);
    desk.upstream.respondToToken = issueTokens();
    const callback = await startSignIn(desk);
    const cookies = [...desk.browser.cookies.values()].map(cookie => cookie.value);
    await desk.browser.navigate(callback, 'cross-site');
    await desk.browser.navigate(callback.replace('a-code', 'secret-code'), 'cross-site');
    desk.upstream.respondToToken = () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'secret-text' },
    });
    await desk.browser.navigate(await startSignIn(desk), 'cross-site');
    const state = new URLSearchParams(callback.slice(6)).get('state') ?? '';
    const secrets = ['a-code', 'secret-code', 'secret-text', state, 'access-1', 'refresh-1', ...cookies];
    for (const secret of secrets) assert.equal(desk.readLog().includes(secret), false, secret);
    assert.match(desk.readLog(), /"path":"\/auth"/);
  });
});
