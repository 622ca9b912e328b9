import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { startSignIn, startTestDesk } from './testing/desk.ts';
import { startFakeApi } from './testing/fake-api.ts';
import { formatCookieHeader } from './testing/signed-in-desk.ts';

describe('GET /login', () => {
  it('303 to the authorization server with a state and PKCE', async t => {
    const desk = await startTestDesk(t);
    const response = await desk.browser.navigate('/login?return_to=/tickets');
    assert.equal(response.status, 303);
    const parameters = new URL(String(response.headers.location));
    assert.equal(parameters.origin + parameters.pathname, `${desk.upstream.url}/oauth/authorize`);
    const { state, code_challenge, scope, ...others } = Object.fromEntries(parameters.searchParams);
    assert.deepEqual(others, {
      response_type: 'code',
      client_id: 'stardesk-web',
      redirect_uri: `${desk.url}/auth`,
      code_challenge_method: 'S256',
    });
    assert.match(state ?? '', /^[\w-]{43}$/);
    assert.match(code_challenge ?? '', /^[\w-]{43}$/);
    assert.match(scope ?? '', /^tickets:read .*mail:write$/);
  });

  it('stores the sign-in in a sealed cookie named after the state', async t => {
    const desk = await startTestDesk(t);
    const response = await desk.browser.navigate('/login');
    const state = new URL(String(response.headers.location)).searchParams.get('state') ?? '';
    const [[name, cookie] = []] = [...desk.browser.cookies];
    assert.equal(
      name,
      `stardesk-${new URL(desk.url).port}.tx.${createHash('sha256').update(state).digest('hex').slice(0, 8)}`,
    );
    assert.match(cookie?.attributes ?? '', /^max-age=3900; path=\/; expires=[^;]+; httponly; samesite=lax$/);
    assert.match(cookie?.value ?? '', /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/, 'a compact JWE');
    assert.equal(cookie?.value.includes(state), false);
  });

  it('forwards prompt=login and login_hint only', async t => {
    const desk = await startTestDesk(t);
    const query = 'prompt=login&login_hint=mara%40stardesk.example&scope=all&redirect_uri=https://evil.example';
    const parameters = new URL(String((await desk.browser.navigate(`/login?${query}`)).headers.location)).searchParams;
    assert.equal(parameters.get('prompt'), 'login');
    assert.equal(parameters.get('login_hint'), 'mara@stardesk.example');
    assert.equal(parameters.get('redirect_uri'), `${desk.url}/auth`);
    assert.doesNotMatch(parameters.get('scope') ?? '', /all/);
    const other = await desk.browser.navigate('/login?prompt=none&login_hint=a&login_hint=b');
    assert.doesNotMatch(String(other.headers.location), /prompt|login_hint/);
  });

  it('stores at most five sign-ins and deletes the oldest', async t => {
    const desk = await startTestDesk(t);
    const callbacks: string[] = [];
    for (let tab = 0; tab < 7; tab++) {
      callbacks.push(await startSignIn(desk, `/tickets/${tab}`));
      desk.advanceClock(1);
    }
    assert.equal(desk.browser.cookies.size, 5);
    const statuses: number[] = [];
    for (const callback of callbacks) statuses.push((await desk.browser.navigate(callback, 'cross-site')).status);
    assert.deepEqual(statuses, [400, 400, 303, 303, 303, 303, 303]);
  });

  it('stores at most 6 KiB of sign-ins', async t => {
    const desk = await startTestDesk(t);
    for (let tab = 0; tab < 5; tab++) {
      await startSignIn(desk, `/tickets?q=${'a'.repeat(2000)}`);
      desk.advanceClock(1);
    }
    const sizes = [...desk.browser.cookies].map(([name, cookie]) => name.length + cookie.value.length);
    assert.ok(sizes.length > 0 && sizes.reduce((a, b) => a + b) <= 6144, String(sizes));
  });

  it('303 leaves cookies with similar names unchanged', async t => {
    const desk = await startTestDesk(t);
    const tails = ['(x)', 'é', '"', 'a b', '__proto__', '', '@', '[', '0123456', '012345678', 'ABCDEF01'];
    for (const tail of tails) {
      const name = Buffer.from(`stardesk-${new URL(desk.url).port}.tx.${tail}`).toString('latin1');
      const response = await desk.browser.send('/login', { headers: { cookie: `${name}=1` } });
      assert.equal(response.status, 303, tail);
      assert.equal([response.headers['set-cookie']].flat().length, 1, tail);
    }
  });

  it('deletes only five of 200 invalid sign-ins and no pending sign-in, to limit the response headers', async t => {
    const desk = await startTestDesk(t);
    await startSignIn(desk);
    const prefix = `stardesk-${new URL(desk.url).port}.tx.`;
    const dead = Array.from({ length: 200 }, (_, n) => `${prefix}${String(n).padStart(8, '0')}=x`);
    const cookie = [formatCookieHeader(desk), ...dead].join('; ');
    const { status, headers } = await desk.browser.send('/login', { headers: { cookie } });
    assert.deepEqual([status, headers['set-cookie']?.length], [303, 6]);
    assert.equal(desk.browser.cookies.size, 2);
    assert.ok(JSON.stringify(headers).length < 4096);
  });

  it('403 and no cookie unless the request is a navigation; 303 without fetch metadata', async t => {
    const { browser } = await startTestDesk(t);
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const others: Record<string, Record<string, string>> = {
      'a fetch': { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      'a frame': { ...navigation, 'sec-fetch-dest': 'iframe' },
      'an image': { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      'a prefetch': { ...navigation, 'sec-purpose': 'prefetch' },
    };
    for (const [title, headers] of Object.entries(others)) {
      const response = await browser.send('/login', { headers });
      assert.deepEqual([response.status, JSON.parse(response.text).code], [403, 40302], title);
      assert.equal(response.headers['set-cookie'], undefined);
    }
    assert.equal((await browser.send('/login')).status, 303);
  });

  it('503 with a page that links to a new attempt, while the authorization server is down', async t => {
    const desk = await startTestDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    const response = await desk.browser.navigate('/login?return_to=/gists');
    assert.equal(response.status, 503);
    assert.match(response.text, /href="\/login\?return_to=%2Fgists"/);
    assert.match(String(response.headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
    assert.equal(response.headers['set-cookie'], undefined);
  });

  it('connects to the issuer at API_URL and redirects browsers to API_PUBLIC_URL', async t => {
    const desk = await startTestDesk(t, {
      apiPublicUrl: 'https://api.example/desk',
      upstream: await startFakeApi(t, 'https://api.example/desk'),
    });
    const callback = await startSignIn(desk, '/gists');
    assert.match(callback, /iss=https%3A%2F%2Fapi\.example%2Fdesk/);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).headers.location, '/gists');
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });
});
