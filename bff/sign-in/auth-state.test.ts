import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CookieBrowser, createCookieBrowser } from '../testing/browser.ts';
import { signInBrowser, startSignIn, startTestDesk, type TestDesk } from '../testing/desk.ts';

const minute = 60_000;
const session = /^stardesk-\d+\.session$/;

/** Creates a browser with a copy of the cookies. */
function copyBrowser(desk: TestDesk): CookieBrowser {
  const copy = createCookieBrowser(desk.url);
  for (const [name, cookie] of desk.browser.cookies) copy.cookies.set(name, cookie);
  return copy;
}

describe('GET /auth with an invalid callback', () => {
  const forged: [title: string, change: (callback: string) => string][] = [
    ['no state', callback => callback.replace(/state=[^&]*/, '')],
    ['an empty state', callback => callback.replace(/state=[^&]*/, 'state=')],
    ['another state', callback => callback.replace(/state=[^&]*/, `state=${'x'.repeat(43)}`)],
    [
      'a state with one character changed',
      callback => callback.replace(/state=(.)/, (_, c) => `state=${c === 'A' ? 'B' : 'A'}`),
    ],
    ['the state twice', callback => `${callback}&state=${'x'.repeat(43)}`],
    ['the right state twice', callback => `${callback}&${/state=[^&]*/.exec(callback)?.[0]}`],
    ['no code', callback => callback.replace(/code=[^&]*&/, '')],
    ['two codes', callback => `${callback}&code=other`],
    ['another issuer', callback => callback.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')],
    ['no issuer', callback => callback.replace(/&iss=[^&]*/, '')],
    ['a state in markup', callback => callback.replace(/state=[^&]*/, 'state=%3Cscript%3E')],
    ['a state of 20 kB', callback => callback.replace(/state=[^&]*/, `state=${'x'.repeat(20_000)}`)],
    ['a state called __proto__', callback => callback.replace(/state=[^&]*/, 'state=__proto__')],
    ['only a question mark', () => '/auth?'],
    ['no query', () => '/auth'],
    ['an empty code', callback => callback.replace(/code=[^&]*/, 'code=')],
    ['a response of the implicit grant', callback => `${callback}&token=t`],
    ['a response of a hybrid flow', callback => `${callback}&id_token=a.b.c`],
    ['an unrequested signed response', callback => `${callback}&response=a.b.c`],
    ['an error, and another state', () => `/auth?error=access_denied&state=${'x'.repeat(43)}`],
    ['an error twice', callback => `${callback}&error=access_denied&error=server_error`],
    ['an error of another issuer', callback => `${callback.replace(/iss=[^&]*/, 'iss=https://evil.example')}&error=a`],
  ];
  for (const [title, change] of forged) {
    it(`400 with ${title}`, async t => {
      const desk = await startTestDesk(t);
      const response = await desk.browser.navigate(change(await startSignIn(desk, '/gists?q=a b')), 'cross-site');
      assert.equal(response.status, 400);
      assert.match(response.headers['content-type'] ?? '', /^text\/html/);
      assert.match(response.text, /<h1>This sign-in cannot be completed<\/h1>/);
      assert.match(response.text, /href="\/login\?return_to=%2Fgists%3Fq%3Da%2520b">Sign in again</);
      assert.match(response.text, /href="\/"/);
      assert.doesNotMatch(response.text, /<script/i);
      assert.equal(desk.upstream.tokenCalls.length, 0);
      assert.equal(
        [...desk.browser.cookies.keys()].some(name => session.test(name)),
        false,
      );
    });
  }

  it('303 for two concurrent requests of one callback; the code is exchanged once', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    const copy = copyBrowser(desk);
    const responses = await Promise.all([desk.browser, copy].map(browser => browser.navigate(callback, 'cross-site')));
    assert.deepEqual(
      responses.map(response => [response.status, response.headers.location]),
      [
        [303, '/gists'],
        [303, '/gists'],
      ],
    );
    assert.equal(desk.upstream.tokenCalls.length, 1);
    for (const browser of [desk.browser, copy]) {
      assert.equal(JSON.parse((await browser.call('/session')).text).signed_in, true);
    }
  });

  it('303 for 30 seconds after a lost response, then 400 without a token request', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    const [lost, late] = [copyBrowser(desk), copyBrowser(desk)];
    await lost.navigate(callback, 'cross-site');
    desk.advanceClock(29_000);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).headers.location, '/gists');
    desk.advanceClock(2000);
    const rejected = await late.navigate(callback, 'cross-site');
    assert.equal(rejected.status, 400);
    assert.match(rejected.text, /<h1>This sign-in cannot be completed<\/h1>/);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('400 for another code with the state of a finished sign-in', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk);
    const copy = copyBrowser(desk);
    await desk.browser.navigate(callback, 'cross-site');
    const response = await copy.navigate(callback.replace('a-code', 'another-code'), 'cross-site');
    assert.equal(response.status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('303 for a callback that is retried after an outage', async t => {
    const desk = await startTestDesk(t);
    const { respondToToken } = desk.upstream;
    const callback = await startSignIn(desk, '/gists');
    const copy = copyBrowser(desk);
    desk.upstream.respondToToken = () => ({ status: 503, body: {} });
    assert.equal((await copy.navigate(callback, 'cross-site')).status, 503);
    desk.upstream.respondToToken = respondToToken;
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 303);
  });

  it('400 in a browser that did not start the sign-in', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk);
    const response = await createCookieBrowser(desk.url).navigate(callback, 'cross-site');
    assert.equal(response.status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 0);
  });

  it('400 for a callback that was already used', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk);
    await desk.browser.navigate(callback, 'cross-site');
    const again = await desk.browser.navigate(callback, 'cross-site');
    assert.equal(again.status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('303 after the form of the authorization server was open for an hour', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    desk.advanceClock(60 * minute);
    const response = await desk.browser.navigate(callback, 'cross-site');
    assert.deepEqual([response.status, response.headers.location], [303, '/gists']);
  });

  it('400 after 65 minutes, with a link to the return path', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    desk.advanceClock(65 * minute);
    const response = await desk.browser.navigate(callback, 'cross-site');
    assert.equal(response.status, 400);
    assert.match(response.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
    assert.equal(desk.upstream.tokenCalls.length, 0);
    assert.equal(desk.browser.cookies.size, 0);
  });

  it('400 for a sign-in sealed with an unknown key', async t => {
    const before = await startTestDesk(t);
    const callback = await startSignIn(before, '/gists');
    const after = await startTestDesk(t, { publicUrl: before.url, sessionKeys: ['22'.repeat(32)] });
    for (const [name, cookie] of before.browser.cookies) after.browser.cookies.set(name, cookie);
    const response = await after.browser.navigate(callback, 'cross-site');
    assert.equal(response.status, 400);
    assert.match(response.text, /href="\/login\?return_to=%2F">Sign in again</);
    assert.equal(after.upstream.tokenCalls.length, 0);
  });

  it('400 for an expired sign-in; an existing session stays valid', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    await signInBrowser(desk);
    desk.advanceClock(65 * minute);
    assert.equal((await desk.browser.navigate(callback)).status, 400);
    assert.equal(JSON.parse((await desk.browser.call('/session')).text).signed_in, true);
  });

  it('400 with a link to the return path of the newest sign-in', async t => {
    const desk = await startTestDesk(t);
    for (const returnTo of ['/tickets', '/gists', '/people']) {
      await startSignIn(desk, returnTo);
      desk.advanceClock(1);
    }
    const response = await desk.browser.navigate(`/auth?code=c&state=${'x'.repeat(43)}`, 'cross-site');
    assert.match(response.text, /href="\/login\?return_to=%2Fpeople">Sign in again</);
  });

  it('logs the reason and no part of the query', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk);
    await desk.browser.navigate('/auth');
    await createCookieBrowser(desk.url).navigate(callback, 'cross-site');
    desk.advanceClock(65 * minute);
    await desk.browser.navigate(callback, 'cross-site');
    const reasons = [...desk.readLog().matchAll(/"reason":"([^"]+)"/g)].map(([, reason]) => reason);
    assert.deepEqual(reasons, ['not one state', 'absent', 'expired']);
  });

  it('400 for the cookie of another sign-in under the right name', async t => {
    const desk = await startTestDesk(t);
    await startSignIn(desk);
    const [[, stolen] = []] = [...desk.browser.cookies];
    const callback = await startSignIn(desk);
    const name = [...desk.browser.cookies.keys()].at(-1);
    assert.ok(name && stolen);
    desk.browser.cookies.set(name, stolen);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 0);
    assert.match(desk.readLog(), /"reason":"unequal"/);
  });
});
