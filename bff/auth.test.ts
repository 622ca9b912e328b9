import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignIn, startTestDesk } from './testing/desk.ts';
import { startSignedInDesk } from './testing/signed-in-desk.ts';

describe('GET /auth', () => {
  it('303 to the return path with a session; one token request has the verifier and Basic credentials', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/tickets?state=open#7');
    const response = await desk.browser.navigate(callback, 'cross-site');
    assert.deepEqual([response.status, response.headers.location], [303, '/tickets?state=open#7']);
    const [[name = '', cookie] = [], ...otherCookies] = [...desk.browser.cookies];
    assert.deepEqual(otherCookies, [], 'the cookie of the sign-in is deleted');
    assert.match(name, /^stardesk-\d+\.session$/);
    assert.match(cookie?.attributes ?? '', /^path=\/; samesite=strict; httponly$/);

    const [call, ...otherCalls] = desk.upstream.tokenCalls;
    assert.deepEqual(otherCalls, []);
    const [scheme, credentials = ''] = call?.authorization?.split(' ') ?? [];
    assert.equal(scheme, 'Basic');
    assert.equal(decodeURIComponent(atob(credentials)), `stardesk-web:${'a'.repeat(64)}`);
    const { code_verifier: verifier = '', ...form } = Object.fromEntries(call?.form ?? []);
    assert.match(verifier, /^[\w-]{43,}$/);
    const redirect_uri = `${desk.url}/auth`;
    assert.deepEqual(form, { grant_type: 'authorization_code', code: 'a-code', redirect_uri });
  });

  it('303 for two tabs that sign in at the same time', async t => {
    const desk = await startTestDesk(t);
    const [first, second] = [await startSignIn(desk, '/tickets'), await startSignIn(desk, '/gists')];
    assert.equal((await desk.browser.navigate(second, 'cross-site')).headers.location, '/gists');
    assert.equal((await desk.browser.navigate(first, 'cross-site')).headers.location, '/tickets');
  });

  it('303 from a bff process that did not start the sign-in, as after a restart', async t => {
    const { url: publicUrl, upstream, browser } = await startTestDesk(t);
    const callback = await startSignIn({ browser }, '/gists');
    const restarted = await startTestDesk(t, { upstream, publicUrl, cookies: browser.cookies });
    const { status, headers } = await restarted.browser.navigate(callback, 'cross-site');
    assert.deepEqual([status, headers.location], [303, '/gists']);
  });

  for (const from of ['none', 'cross-site'] as const) {
    it(`303 when another person signs in during a session (Sec-Fetch-Site ${from}); the new token is used`, async t => {
      const desk = await startSignedInDesk(t);
      const other = await startSignIn(desk, '/gists');
      await desk.browser.call('/api/tickets');
      const { status, headers } = await desk.browser.navigate(other, from);
      assert.deepEqual([status, headers.location], [303, '/gists']);
      await desk.browser.call('/api/tickets');
      const used = desk.upstream.received.map(request => request.headers.authorization);
      assert.deepEqual(used, ['Bearer access-1', 'Bearer access-2']);
    });
  }

  it('303 to / for a finished callback that Back or Reload opens again', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    await desk.browser.navigate(callback, 'cross-site');
    const again = await desk.browser.navigate(callback);
    assert.deepEqual([again.status, again.headers.location], [303, '/']);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });
});
