import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signIn, startDesk } from './testing/desk.ts';

describe('POST /logout', () => {
  it("200 with the address that ends the server's session, the cookie gone, the refresh token revoked", async t => {
    const desk = await startDesk(t);
    await signIn(desk);
    const answer = await desk.browser.call('/logout', { method: 'POST' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const address = new URL(JSON.parse(answer.text).redirect_to);
    assert.equal(address.origin + address.pathname, `${desk.upstream.url}/oauth/logout`);
    assert.deepEqual(Object.fromEntries(address.searchParams), {
      client_id: 'stardesk-web',
      post_logout_redirect_uri: `${desk.url}/`,
    });
    assert.equal(desk.browser.cookies.size, 0);
    assert.deepEqual(desk.upstream.revoked, ['refresh-1']);
  });

  it('revokes the newest token when another tab has just renewed the session', async t => {
    const desk = await startDesk(t);
    await signIn(desk);
    const old = new Map(desk.browser.cookies);
    desk.wait(590_000);
    await desk.browser.call('/api/tickets');
    for (const [name, cookie] of old) desk.browser.cookies.set(name, cookie);
    await desk.browser.call('/logout', { method: 'POST' });
    assert.deepEqual(desk.upstream.revoked, ['refresh-2']);
  });

  it('waits for a renewal that is under way, and revokes what that brings', async t => {
    const desk = await startDesk(t);
    await signIn(desk);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const issue = desk.upstream.token;
    desk.upstream.token = async form => {
      asked.resolve();
      await answered.promise;
      return issue(form);
    };
    desk.wait(590_000);
    const working = desk.browser.call('/api/tickets');
    await asked.promise;
    const leaving = desk.browser.call('/logout', { method: 'POST' });
    desk.upstream.token = issue;
    answered.resolve();
    assert.equal((await working).status, 200);
    assert.equal((await leaving).status, 200);
    assert.deepEqual(desk.upstream.revoked, ['refresh-2']);
  });

  it('200 without a session: the server may still have one', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.call('/logout', { method: 'POST' });
    assert.equal(answer.status, 200);
    assert.match(JSON.parse(answer.text).redirect_to, /\/oauth\/logout\?/);
    assert.deepEqual(desk.upstream.revoked, []);
  });

  it('200 and the cookie gone even while the authorization server is down', async t => {
    const desk = await startDesk(t);
    await signIn(desk);
    const apart = await startDesk(t, { apiUrl: 'http://127.0.0.1:1', publicUrl: desk.url });
    for (const [name, cookie] of desk.browser.cookies) apart.browser.cookies.set(name, cookie);
    const answer = await apart.browser.call('/logout', { method: 'POST' });
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { redirect_to: '/' }]);
    assert.match(apart.logged(), /could not be revoked/);
    assert.equal(
      [...apart.browser.cookies.keys()].some(name => name.endsWith('.session')),
      false,
    );
  });

  it('200 with the start page when the server did not hear of it: the next sign-in asks for the password, once', async t => {
    const desk = await startDesk(t);
    const prompt = async () => {
      const sent = await desk.browser.navigate('/login');
      return new URL(String(sent.headers.location)).searchParams.get('prompt');
    };
    await signIn(desk);
    desk.upstream.revocationStatus = 503;
    const answer = await desk.browser.call('/logout', { method: 'POST' });
    assert.deepEqual(JSON.parse(answer.text), { redirect_to: '/' });
    assert.equal(await prompt(), 'login');
    await signIn(desk);
    assert.equal(await prompt(), null);
  });

  it('403 without the CSRF header, the session kept', async t => {
    const desk = await startDesk(t);
    await signIn(desk);
    const answer = await desk.browser.send('/logout', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
    assert.equal(answer.status, 403);
    assert.equal(desk.browser.cookies.size, 1);
    assert.deepEqual(desk.upstream.revoked, []);
  });

  it('405 with Allow to GET', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.navigate('/logout');
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.allow, 'POST');
  });
});
