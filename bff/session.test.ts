import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookieBrowser } from './testing/browser.ts';
import { firstKey, signInBrowser, startTestDesk } from './testing/desk.ts';

const hour = 3_600_000;

describe('GET /session', () => {
  it('200 signed_in false without a session', async t => {
    const desk = await startTestDesk(t);
    const response = await desk.browser.call('/session');
    assert.equal(response.status, 200);
    assert.deepEqual(JSON.parse(response.text), { signed_in: false });
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['referrer-policy'], 'no-referrer');
    assert.equal(response.headers['set-cookie'], undefined);
  });

  it('200 with the person, the end of the session, the CSRF header and the URL of the API', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const response = await desk.browser.call('/session');
    assert.equal(response.status, 200);
    const { expires_at: end, ...rest } = JSON.parse(response.text);
    assert.deepEqual(rest, {
      signed_in: true,
      person: { id: '2', name: 'Mara Okafor', email: 'mara@stardesk.example', role: 'agent' },
      csrf: { 'X-CSRF': '1' },
      api_url: desk.upstream.url,
    });
    assert.ok(Math.abs(Date.parse(end) - Date.now() - 2 * hour) < 60_000, end);
    const [request] = desk.upstream.received;
    assert.equal(request?.headers.authorization, 'Bearer access-1');
  });

  it('ends two hours after the last renewal, and eight hours after the sign-in', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const ends: boolean[] = [];
    for (let visit = 0; visit < 6; visit++) {
      desk.advanceClock(1.5 * hour);
      ends.push(JSON.parse((await desk.browser.call('/session')).text).signed_in);
    }
    assert.deepEqual(ends, [true, true, true, true, true, false]);

    const idle = await startTestDesk(t);
    await signInBrowser(idle);
    idle.advanceClock(2 * hour + 1);
    assert.deepEqual(JSON.parse((await idle.browser.call('/session')).text), { signed_in: false });
    assert.equal(idle.upstream.tokenCalls.length, 1, 'an expired session sends no token request');
  });

  it('200 signed_in false and no cookie when the API rejects the token', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.upstream.respond = (_req, res) => void res.writeHead(401).end();
    assert.deepEqual(JSON.parse((await desk.browser.call('/session')).text), { signed_in: false });
    assert.equal(desk.browser.cookies.size, 0);
  });

  it('503 while the API is down; the session survives', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const apart = await startTestDesk(t, { apiUrl: 'http://127.0.0.1:1', publicUrl: desk.url });
    const browser = createCookieBrowser(apart.url);
    for (const [name, cookie] of desk.browser.cookies) browser.cookies.set(name, cookie);
    const response = await browser.call('/session');
    assert.equal(response.status, 503);
    assert.equal(JSON.parse(response.text).code, 50300);
    assert.equal(response.headers['retry-after'], '2');
    assert.equal(browser.cookies.size, 1);
  });

  for (const [status, why] of [
    [429, 'the API limits requests'],
    [502, 'a proxy in front of the API reports it unavailable'],
  ] as const) {
    it(`503 with Retry-After while ${why}; the session survives`, async t => {
      const desk = await startTestDesk(t);
      await signInBrowser(desk);
      desk.upstream.respond = (_req, res) => void res.writeHead(status, { 'Retry-After': '40' }).end('{}');
      const response = await desk.browser.call('/session');
      assert.equal(response.status, 503);
      assert.equal(response.headers['retry-after'], '2');
      assert.equal(response.headers['set-cookie'], undefined);
    });
  }

  it('502 for a malformed response of the API', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    desk.upstream.respond = (_req, res) => void res.end('<html>');
    assert.equal((await desk.browser.call('/session')).status, 502);
  });

  it('405 with Allow for other methods', async t => {
    const desk = await startTestDesk(t);
    const response = await desk.browser.call('/session', { method: 'DELETE' });
    assert.equal(response.status, 405);
    assert.equal(response.headers.allow, 'GET, HEAD');
  });
});

describe('the session cookie', () => {
  it('contains one JWE that does not reveal the tokens', async t => {
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const [cookie] = [...desk.browser.cookies.values()];
    const { jwe, ...others } = JSON.parse(Buffer.from(cookie?.value ?? '', 'base64').toString());
    assert.deepEqual(others, {});
    const [header] = String(jwe).split('.');
    const { alg, enc, kid } = JSON.parse(Buffer.from(header ?? '', 'base64url').toString());
    assert.deepEqual([alg, enc], ['dir', 'A256GCM']);
    assert.match(kid, /^[0-9a-f]{8}$/);
    assert.doesNotMatch(Buffer.from(jwe).toString(), /access-1|refresh-1/);
  });

  it('is Secure with the prefix __Host-Http- on https, also behind a TLS proxy', async t => {
    const desk = await startTestDesk(t, { publicUrl: 'https://desk.example' });
    await signInBrowser(desk);
    const [[name, cookie] = []] = [...desk.browser.cookies];
    assert.equal(name, '__Host-Http-stardesk.session');
    assert.match(cookie?.attributes ?? '', /^path=\/; samesite=strict; secure; httponly$/);
    const response = await desk.browser.navigate('/');
    assert.equal(response.headers['strict-transport-security'], 'max-age=31536000');
  });

  it('survives a restart and a key rotation, and expires with its key', async t => {
    const [olderKey, newerKey] = [firstKey, '22'.repeat(32)];
    const desk = await startTestDesk(t);
    await signInBrowser(desk);
    const visit = async (sessionKeys: string[]) => {
      const restarted = await startTestDesk(t, { upstream: desk.upstream, publicUrl: desk.url, sessionKeys });
      const browser = createCookieBrowser(restarted.url);
      for (const [name, cookie] of desk.browser.cookies) browser.cookies.set(name, cookie);
      return JSON.parse((await browser.call('/session')).text).signed_in;
    };
    assert.equal(await visit([olderKey]), true);
    assert.equal(await visit([newerKey, olderKey]), true);
    assert.equal(await visit([newerKey]), false);
  });

  it('500 and an error in the log for a cookie that browsers would drop', async t => {
    const desk = await startTestDesk(t);
    desk.upstream.respondToToken = () => ({
      status: 200,
      body: { access_token: 'a'.repeat(4000), refresh_token: 'r', token_type: 'bearer', expires_in: 600 },
    });
    await signInBrowser(desk);
    assert.equal(desk.browser.cookies.size, 0);
    assert.match(desk.readLog(), /"level":50.*the session cookie would be \d+ bytes/);
  });
});
