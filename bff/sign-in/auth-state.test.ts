import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookieBrowser, isSignedIn } from '../testing/browser.ts';
import { startSignIn, startTestDesk, type TestDesk } from '../testing/desk.ts';
import { startSignedInDesk } from '../testing/signed-in-desk.ts';

const minute = 60_000;

const copyBrowser = ({ url, browser }: TestDesk) => createCookieBrowser(url, browser.cookies);

describe('GET /auth with an invalid, repeated or late callback', () => {
  it('400 with a page that links to the return path, for any unexpected state, code or issuer', async t => {
    const withState = (state: string) => (callback: string) => callback.replace(/state=[^&]*/, state);
    const withIssuer = (issuer: string) => (callback: string) => callback.replace(/&iss=[^&]*/, issuer);
    const forged: Record<string, (callback: string) => string> = {
      'no state': withState(''),
      'an empty state': withState('state='),
      'another state': withState(`state=${'x'.repeat(43)}`),
      'a changed state': callback => callback.replace(/state=(.)/, (_, c) => `state=${c === 'A' ? 'B' : 'A'}`),
      'two states': callback => `${callback}&state=${'x'.repeat(43)}`,
      'the right state twice': callback => `${callback}&${/state=[^&]*/.exec(callback)?.[0]}`,
      'a state with markup': withState('state=%3Cscript%3E'),
      'a state of 20 kB': withState(`state=${'x'.repeat(20_000)}`),
      'a state called __proto__': withState('state=__proto__'),
      'an empty query': () => '/auth?',
      'no query': () => '/auth',
      'no code': callback => callback.replace(/code=[^&]*&/, ''),
      'two codes': callback => `${callback}&code=another-code`,
      'an ID token': callback => `${callback}&id_token=a.b.c`,
      'no issuer': withIssuer(''),
      'another issuer': withIssuer('&iss=https%3A%2F%2Fevil.example'),
      'an error, and another state': () => `/auth?error=access_denied&state=${'x'.repeat(43)}`,
      'an error of another issuer': callback => `${withIssuer('&iss=https://evil.example')(callback)}&error=a`,
    };
    const desk = await startTestDesk(t);
    for (const [title, change] of Object.entries(forged)) {
      const response = await desk.browser.navigate(change(await startSignIn(desk, '/gists?q=a b')), 'cross-site');
      assert.equal(response.status, 400, title);
      assert.match(response.text, /<h1>This sign-in cannot be completed<\/h1>/, title);
      assert.match(response.text, /href="\/login\?return_to=%2Fgists%3Fq%3Da%2520b">Sign in again</);
      assert.doesNotMatch(response.text, /<script/i);
      assert.doesNotMatch([...desk.browser.cookies.keys()].join(), /\.session/);
      desk.browser.cookies.clear();
    }
    assert.equal(desk.upstream.tokenCalls.length, 0);
  });

  it('303 for two concurrent requests of one callback; the code is exchanged once', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    const copy = copyBrowser(desk);
    const responses = await Promise.all([desk.browser, copy].map(browser => browser.navigate(callback, 'cross-site')));
    for (const { status, headers } of responses) assert.deepEqual([status, headers.location], [303, '/gists']);
    assert.equal(desk.upstream.tokenCalls.length, 1);
    for (const browser of [desk.browser, copy]) assert.equal(await isSignedIn(browser), true);
  });

  it('303 for 30 seconds after a lost response, then 400 without a token request', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    const [lost, late] = [copyBrowser(desk), copyBrowser(desk)];
    await lost.navigate(callback, 'cross-site');
    desk.advanceClock(29_000);
    const { status, headers } = await desk.browser.navigate(callback, 'cross-site');
    assert.deepEqual([status, headers.location], [303, '/gists']);
    desk.advanceClock(2000);
    const rejected = await late.navigate(callback, 'cross-site');
    assert.equal(rejected.status, 400);
    assert.match(rejected.text, /<h1>This sign-in cannot be completed<\/h1>/);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('400 for a different code with the state of a finished sign-in', async t => {
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

  it('303 for an hour while the form of the authorization server is open, and 400 after 65 minutes', async t => {
    const desk = await startSignedInDesk(t);
    const [first, second] = [await startSignIn(desk, '/tickets'), await startSignIn(desk, '/gists')];
    desk.advanceClock(60 * minute);
    const { status, headers } = await desk.browser.navigate(first, 'cross-site');
    assert.deepEqual([status, headers.location], [303, '/tickets']);
    desk.advanceClock(5 * minute);
    const response = await desk.browser.navigate(second, 'cross-site');
    assert.equal(response.status, 400);
    assert.match(response.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
    assert.equal(desk.upstream.tokenCalls.length, 2);
    assert.equal(await isSignedIn(desk.browser), true, 'the session stays valid');
  });

  it('400 for a sign-in sealed with an unknown key', async t => {
    const before = await startTestDesk(t);
    const callback = await startSignIn(before, '/gists');
    const { url: publicUrl, browser } = before;
    const after = await startTestDesk(t, { publicUrl, sessionKeys: ['22'.repeat(32)], cookies: browser.cookies });
    const response = await after.browser.navigate(callback, 'cross-site');
    assert.equal(response.status, 400);
    assert.match(response.text, /href="\/login\?return_to=%2F">Sign in again</);
    assert.equal(after.upstream.tokenCalls.length, 0);
  });

  it('400 with a link to the return path of the newest sign-in', async t => {
    const desk = await startTestDesk(t);
    for (const returnTo of ['/tickets', '/gists', '/people']) {
      await startSignIn(desk, returnTo);
      desk.advanceClock(1);
    }
    const response = await desk.browser.navigate(`/auth?code=c&state=${'x'.repeat(43)}`, 'cross-site');
    assert.equal(response.status, 400);
    assert.match(response.text, /href="\/login\?return_to=%2Fpeople">Sign in again</);
  });

  it('400 after the sign-in has expired, or in a browser that did not start it; logs only the reason', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk);
    await desk.browser.navigate('/auth');
    assert.equal((await createCookieBrowser(desk.url).navigate(callback, 'cross-site')).status, 400);
    desk.advanceClock(65 * minute);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 0);
    assert.equal(desk.browser.cookies.size, 0);
    const reasons = [...desk.readLog().matchAll(/"reason":"([^"]+)"/g)].map(([, reason]) => reason);
    assert.deepEqual(reasons, ['state missing or repeated', 'cookie missing', 'expired']);
  });
});
