import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { beginSignIn, startDesk } from './testing/desk.ts';
import { startUpstream } from './testing/upstream.ts';

const transactions = (names: Iterable<string>) => [...names].filter(name => name.includes('.tx.'));

describe('GET /login', () => {
  it('303 to the authorization server with a fresh state and PKCE', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.navigate('/login?return_to=/tickets');
    assert.equal(answer.status, 303);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    const asked = new URL(String(answer.headers.location));
    assert.equal(asked.origin + asked.pathname, `${desk.upstream.url}/oauth/authorize`);
    const { state, code_challenge, scope, ...others } = Object.fromEntries(asked.searchParams);
    assert.deepEqual(others, {
      response_type: 'code',
      client_id: 'stardesk-web',
      redirect_uri: `${desk.url}/auth`,
      code_challenge_method: 'S256',
    });
    assert.match(state ?? '', /^[\w-]{43}$/);
    assert.match(code_challenge ?? '', /^[\w-]{43}$/);
    assert.match(scope ?? '', /^tickets:read .*people:write$/);
  });

  it('keeps the sign-in in a sealed cookie named after the state', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.navigate('/login');
    const state = new URL(String(answer.headers.location)).searchParams.get('state') ?? '';
    const [[name, cookie] = []] = [...desk.browser.cookies];
    assert.equal(
      name,
      `stardesk-${new URL(desk.url).port}.tx.${createHash('sha256').update(state).digest('hex').slice(0, 8)}`,
    );
    assert.match(cookie?.attributes ?? '', /^max-age=3900; path=\/; expires=[^;]+; httponly; samesite=lax$/);
    assert.match(cookie?.value ?? '', /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/, 'a compact JWE');
    assert.equal(cookie?.value.includes(state), false);
  });

  it('never uses a state twice', async t => {
    const desk = await startDesk(t);
    const callbacks = [await beginSignIn(desk), await beginSignIn(desk), await beginSignIn(desk)];
    assert.equal(new Set(callbacks).size, 3);
  });

  it('passes prompt=login and login_hint through, and nothing else', async t => {
    const desk = await startDesk(t);
    const query = 'prompt=login&login_hint=mara%40stardesk.example&scope=all&redirect_uri=https://evil.example';
    const asked = new URL(String((await desk.browser.navigate(`/login?${query}`)).headers.location)).searchParams;
    assert.equal(asked.get('prompt'), 'login');
    assert.equal(asked.get('login_hint'), 'mara@stardesk.example');
    assert.equal(asked.get('redirect_uri'), `${desk.url}/auth`);
    assert.doesNotMatch(asked.get('scope') ?? '', /all/);
    const other = await desk.browser.navigate('/login?prompt=none&login_hint=a&login_hint=b');
    assert.doesNotMatch(String(other.headers.location), /prompt|login_hint/);
  });

  it('keeps five sign-ins at most, dropping the oldest', async t => {
    const desk = await startDesk(t);
    const callbacks: string[] = [];
    for (let tab = 0; tab < 7; tab++) {
      callbacks.push(await beginSignIn(desk, `/tickets/${tab}`));
      desk.wait(1);
    }
    assert.equal(transactions(desk.browser.cookies.keys()).length, 5);
    const statuses: number[] = [];
    for (const callback of callbacks) statuses.push((await desk.browser.navigate(callback, 'cross-site')).status);
    assert.deepEqual(statuses, [400, 400, 303, 303, 303, 303, 303]);
  });

  it('keeps 6 KiB of sign-ins at most', async t => {
    const desk = await startDesk(t);
    for (let tab = 0; tab < 5; tab++) {
      await beginSignIn(desk, `/tickets?q=${'a'.repeat(2000)}`);
      desk.wait(1);
    }
    const kept = [...desk.browser.cookies].map(([name, cookie]) => name.length + cookie.value.length);
    assert.ok(kept.length > 0 && kept.reduce((a, b) => a + b) <= 6144, String(kept));
  });

  it('drops cookies of sign-ins that it cannot open', async t => {
    const desk = await startDesk(t);
    const stale = `stardesk-${new URL(desk.url).port}.tx.00000000`;
    desk.browser.cookies.set(stale, { value: 'garbage', strict: false, attributes: '' });
    await beginSignIn(desk);
    assert.equal(desk.browser.cookies.has(stale), false);
  });

  it('303 beside cookies named almost like a sign-in, which are not repeated', async t => {
    const desk = await startDesk(t);
    const tails = ['(x)', 'é', '"', 'a b', '__proto__', '', '@', '[', '0123456', '012345678', 'ABCDEF01'];
    for (const tail of tails) {
      const name = Buffer.from(`stardesk-${new URL(desk.url).port}.tx.${tail}`).toString('latin1');
      const answer = await desk.browser.send('/login', { headers: { cookie: `${name}=1` } });
      assert.equal(answer.status, 303, tail);
      assert.equal([answer.headers['set-cookie']].flat().length, 1, tail);
    }
  });

  it('keeps its own headers small, whatever cookies come: of 200 dead sign-ins it drops a few', async t => {
    const desk = await startDesk(t);
    const prefix = `stardesk-${new URL(desk.url).port}.tx.`;
    const dead = Array.from({ length: 200 }, (_, n) => `${prefix}${String(n).padStart(8, '0')}=x`);
    const answer = await desk.browser.send('/login', { headers: { cookie: dead.join('; ') } });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers['set-cookie']?.length, 6);
    assert.ok(JSON.stringify(answer.headers).length < 4096);
  });

  const elsewhere: [what: string, headers: Record<string, string>][] = [
    ['a fetch', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a prefetch', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
  ];
  for (const [what, headers] of elsewhere) {
    it(`403 to ${what}`, async t => {
      const desk = await startDesk(t);
      const answer = await desk.browser.send('/login', { headers });
      assert.equal(answer.status, 403);
      assert.equal(JSON.parse(answer.text).code, 40302);
      assert.equal(answer.headers['set-cookie'], undefined);
    });
  }

  it('303 for a browser too old for fetch metadata', async t => {
    const desk = await startDesk(t);
    assert.equal((await desk.browser.send('/login')).status, 303);
  });

  it('405 with Allow to other methods', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.send('/login', { method: 'POST' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.allow, 'GET');
  });

  it('503 with a page that leads back here while the authorization server is down', async t => {
    const desk = await startDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    const answer = await desk.browser.navigate('/login?return_to=/gists');
    assert.equal(answer.status, 503);
    assert.match(answer.text, /href="\/login\?return_to=%2Fgists"/);
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
    assert.equal(answer.headers['set-cookie'], undefined);
  });

  it('reaches the issuer by API_URL while sending browsers to API_PUBLIC_URL', async t => {
    const desk = await startDesk(t, {
      apiPublicUrl: 'https://api.example/desk',
      upstream: await startUpstream(t, 'https://api.example/desk'),
    });
    const callback = await beginSignIn(desk, '/gists');
    assert.match(callback, /iss=https%3A%2F%2Fapi\.example%2Fdesk/);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).headers.location, '/gists');
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });
});
