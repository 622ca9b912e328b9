import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signInBrowser, startTestDesk } from './testing/desk.ts';
import { downApiUrl, startSignedInDesk, startSignedInDeskWithApi } from './testing/signed-in-desk.ts';

describe('POST /logout', () => {
  it('200 with the URL that ends the API’s session; the cookie is deleted and the refresh token revoked', async t => {
    const desk = await startSignedInDesk(t);
    const response = await desk.browser.call('/logout', { method: 'POST' });
    assert.equal(response.status, 200);
    const url = new URL(JSON.parse(response.text).redirect_to);
    assert.equal(url.origin + url.pathname, `${desk.upstream.url}/oauth/logout`);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      client_id: 'stardesk-web',
      post_logout_redirect_uri: `${desk.url}/`,
    });
    assert.equal(desk.browser.cookies.size, 0);
    assert.deepEqual(desk.upstream.revoked, ['refresh-1']);
  });

  it('revokes the newest token when another tab has just renewed the session', async t => {
    const desk = await startSignedInDesk(t);
    const old = new Map(desk.browser.cookies);
    desk.advanceClock(590_000);
    await desk.browser.call('/api/tickets');
    for (const [name, cookie] of old) desk.browser.cookies.set(name, cookie);
    await desk.browser.call('/logout', { method: 'POST' });
    assert.deepEqual(desk.upstream.revoked, ['refresh-2']);
  });

  it('waits for a pending renewal and revokes its new token', async t => {
    const desk = await startSignedInDesk(t);
    const [requested, responded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const issue = desk.upstream.respondToToken;
    desk.upstream.respondToToken = async form => {
      requested.resolve();
      await responded.promise;
      return issue(form);
    };
    desk.advanceClock(590_000);
    const pendingCall = desk.browser.call('/api/tickets');
    await requested.promise;
    const signingOut = desk.browser.call('/logout', { method: 'POST' });
    desk.upstream.respondToToken = issue;
    responded.resolve();
    assert.equal((await pendingCall).status, 200);
    assert.equal((await signingOut).status, 200);
    assert.deepEqual(desk.upstream.revoked, ['refresh-2']);
  });

  it('200 without a session, because the API may still have a session', async t => {
    const desk = await startTestDesk(t);
    const response = await desk.browser.call('/logout', { method: 'POST' });
    assert.equal(response.status, 200);
    assert.match(JSON.parse(response.text).redirect_to, /\/oauth\/logout\?/);
    assert.deepEqual(desk.upstream.revoked, []);
  });

  it('200 and no session cookie even while the authorization server is down', async t => {
    const desk = await startSignedInDeskWithApi(t, downApiUrl);
    const response = await desk.browser.call('/logout', { method: 'POST' });
    assert.deepEqual([response.status, JSON.parse(response.text)], [200, { redirect_to: '/' }]);
    assert.match(desk.readLog(), /failed to revoke the refresh token/);
    assert.ok(![...desk.browser.cookies.keys()].some(name => name.endsWith('.session')));
  });

  it('200 with the start page if the revocation fails; only the next sign-in asks for the password', async t => {
    const desk = await startSignedInDesk(t);
    const prompt = async () => {
      const sent = await desk.browser.navigate('/login');
      return new URL(String(sent.headers.location)).searchParams.get('prompt');
    };
    desk.upstream.revocationStatus = 503;
    const response = await desk.browser.call('/logout', { method: 'POST' });
    assert.deepEqual(JSON.parse(response.text), { redirect_to: '/' });
    assert.equal(await prompt(), 'login');
    await signInBrowser(desk);
    assert.equal(await prompt(), null);
  });

  it('403 without the CSRF header; the session survives', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    const response = await browser.send('/logout', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
    assert.deepEqual([response.status, browser.cookies.size, upstream.revoked], [403, 1, []]);
  });
});
