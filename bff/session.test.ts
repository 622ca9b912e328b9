import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSignedIn } from './testing/browser.ts';
import { firstKey, startTestDesk } from './testing/desk.ts';
import { startSignedInDesk } from './testing/signed-in-desk.ts';

const hour = 3_600_000;

describe('GET /session', () => {
  it('200 with `signed_in: false` without a session', async t => {
    const { browser } = await startTestDesk(t);
    const response = await browser.call('/session');
    assert.deepEqual([response.status, JSON.parse(response.text)], [200, { signed_in: false }]);
    assert.equal(response.headers['set-cookie'], undefined);
  });

  it('200 with the person, the end of the session, the CSRF header and the URL of the API', async t => {
    const desk = await startSignedInDesk(t);
    const { expires_at: end, ...rest } = JSON.parse((await desk.browser.call('/session')).text);
    assert.deepEqual(rest, {
      signed_in: true,
      person: { id: '2', name: 'Mara Okafor', email: 'mara@stardesk.example', role: 'agent' },
      csrf: { 'X-CSRF': '1' },
      api_url: desk.upstream.url,
    });
    assert.ok(Math.abs(Date.parse(end) - Date.now() - 2 * hour) < 60_000, end);
    assert.equal(desk.upstream.received[0]?.headers.authorization, 'Bearer access-1');
  });

  it('200 with `signed_in: false` two hours after the last renewal, and eight hours after the sign-in', async t => {
    const desk = await startSignedInDesk(t);
    const visits: boolean[] = [];
    for (let visit = 0; visit < 6; visit++) {
      desk.advanceClock(1.5 * hour);
      visits.push(await isSignedIn(desk.browser));
    }
    assert.deepEqual(visits, [true, true, true, true, true, false]);

    const idle = await startSignedInDesk(t);
    idle.advanceClock(2 * hour + 1);
    assert.equal(await isSignedIn(idle.browser), false);
    assert.equal(idle.upstream.tokenCalls.length, 1, 'an expired session sends no token request');
  });

  it('200 with `signed_in: false` and no cookie when the API rejects the token', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) => void res.writeHead(401).end();
    assert.equal(await isSignedIn(desk.browser), false);
    assert.equal(desk.browser.cookies.size, 0);
  });

  it('503 with Retry-After while the API limits requests or is unavailable; the session survives', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    for (const status of [429, 502, 503, 504]) {
      upstream.respond = (_req, res) => void res.writeHead(status, { 'Retry-After': '40' }).end('{}');
      const response = await browser.call('/session');
      assert.deepEqual([response.status, response.headers['retry-after']], [503, '2'], String(status));
      assert.equal(response.headers['set-cookie'], undefined);
    }
  });

  it('502 for a malformed response of the API', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = (_req, res) => void res.end('<html>');
    assert.equal((await browser.call('/session')).status, 502);
  });
});

describe('the session cookie', () => {
  it('contains one JWE that does not reveal the tokens', async t => {
    const { browser } = await startSignedInDesk(t);
    const [cookie] = [...browser.cookies.values()];
    const { jwe, ...others } = JSON.parse(Buffer.from(cookie?.value ?? '', 'base64').toString());
    assert.deepEqual(others, {});
    const [header = ''] = String(jwe).split('.');
    const { alg, enc, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    assert.deepEqual([alg, enc], ['dir', 'A256GCM']);
    assert.match(kid, /^[0-9a-f]{8}$/);
    assert.doesNotMatch(jwe, /access-1|refresh-1/);
  });

  it('is Secure with the prefix __Host-Http- on https, even behind a TLS proxy', async t => {
    const { browser } = await startSignedInDesk(t, { publicUrl: 'https://desk.example' });
    const [[name, cookie] = []] = [...browser.cookies];
    assert.equal(name, '__Host-Http-stardesk.session');
    assert.match(cookie?.attributes ?? '', /^path=\/; samesite=strict; secure; httponly$/);
  });

  it('survives a restart and a key rotation, and expires with its key', async t => {
    const [olderKey, newerKey] = [firstKey, '22'.repeat(32)];
    const { url: publicUrl, upstream, browser } = await startSignedInDesk(t);
    const visit = async (sessionKeys: string[]) =>
      isSignedIn((await startTestDesk(t, { upstream, publicUrl, sessionKeys, cookies: browser.cookies })).browser);
    assert.equal(await visit([olderKey]), true);
    assert.equal(await visit([newerKey, olderKey]), true);
    assert.equal(await visit([newerKey]), false);
  });
});
