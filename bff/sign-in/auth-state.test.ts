import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Browser, createBrowser } from '../testing/browser.ts';
import { beginSignIn, type Desk, signIn, startDesk } from '../testing/desk.ts';

const minute = 60_000;
const session = /^stardesk-\d+\.session$/;

/** The same browser, which has not heard what the other asks. */
function twinOf(desk: Desk): Browser {
  const twin = createBrowser(desk.url);
  for (const [name, cookie] of desk.browser.cookies) twin.cookies.set(name, cookie);
  return twin;
}

describe('GET /auth with a state that is not its own', () => {
  const forged: [what: string, change: (callback: string) => string][] = [
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
    ['nothing but a query mark', () => '/auth?'],
    ['nothing', () => '/auth'],
    ['an empty code', callback => callback.replace(/code=[^&]*/, 'code=')],
    ['the answer of the implicit grant', callback => `${callback}&token=t`],
    ['the answer of a hybrid flow', callback => `${callback}&id_token=a.b.c`],
    ['a signed answer nobody asked for', callback => `${callback}&response=a.b.c`],
    ['an error, and another state', () => `/auth?error=access_denied&state=${'x'.repeat(43)}`],
    ['an error twice', callback => `${callback}&error=access_denied&error=server_error`],
    ['an error of another issuer', callback => `${callback.replace(/iss=[^&]*/, 'iss=https://evil.example')}&error=a`],
  ];
  for (const [what, change] of forged) {
    it(`400 with ${what}`, async t => {
      const desk = await startDesk(t);
      const answer = await desk.browser.navigate(change(await beginSignIn(desk, '/gists?q=a b')), 'cross-site');
      assert.equal(answer.status, 400);
      assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
      assert.match(answer.text, /<h1>This sign-in cannot be completed<\/h1>/);
      assert.match(answer.text, /href="\/login\?return_to=%2Fgists%3Fq%3Da%2520b">Sign in again</);
      assert.match(answer.text, /href="\/"/);
      assert.doesNotMatch(answer.text, /<script/i);
      assert.equal(desk.upstream.tokenCalls.length, 0);
      assert.equal(
        [...desk.browser.cookies.keys()].some(name => session.test(name)),
        false,
      );
    });
  }

  it('303 for a callback that is asked for twice at once, by a second click or Reload: the code is spent once', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk, '/gists');
    const twin = twinOf(desk);
    const answers = await Promise.all([desk.browser, twin].map(browser => browser.navigate(callback, 'cross-site')));
    assert.deepEqual(
      answers.map(answer => [answer.status, answer.headers.location]),
      [
        [303, '/gists'],
        [303, '/gists'],
      ],
    );
    assert.equal(desk.upstream.tokenCalls.length, 1);
    for (const browser of [desk.browser, twin]) {
      assert.equal(JSON.parse((await browser.call('/session')).text).signed_in, true);
    }
  });

  it('303 when the answer was lost on the way, for 30 seconds; 400 after that, and nothing is sent anywhere', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk, '/gists');
    const [lost, late] = [twinOf(desk), twinOf(desk)];
    await lost.navigate(callback, 'cross-site');
    desk.wait(29_000);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).headers.location, '/gists');
    desk.wait(2000);
    const refused = await late.navigate(callback, 'cross-site');
    assert.equal(refused.status, 400);
    assert.match(refused.text, /<h1>This sign-in cannot be completed<\/h1>/);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('400 for another code with the state of a sign-in that is done', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk);
    const twin = twinOf(desk);
    await desk.browser.navigate(callback, 'cross-site');
    const answer = await twin.navigate(callback.replace('a-code', 'another-code'), 'cross-site');
    assert.equal(answer.status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('303 for a callback that is asked for again after an outage, by a browser that has not heard of it', async t => {
    const desk = await startDesk(t);
    const { token } = desk.upstream;
    const callback = await beginSignIn(desk, '/gists');
    const twin = twinOf(desk);
    desk.upstream.token = () => ({ status: 503, body: {} });
    assert.equal((await twin.navigate(callback, 'cross-site')).status, 503);
    desk.upstream.token = token;
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 303);
  });

  it('400 in a browser that did not begin the sign-in', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk);
    const answer = await createBrowser(desk.url).navigate(callback, 'cross-site');
    assert.equal(answer.status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 0);
  });

  it('400 for a callback that was already used', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk);
    await desk.browser.navigate(callback, 'cross-site');
    const again = await desk.browser.navigate(callback, 'cross-site');
    assert.equal(again.status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 1);
  });

  it('303 for who has left the form of the authorization server open for an hour', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk, '/gists');
    desk.wait(60 * minute);
    const answer = await desk.browser.navigate(callback, 'cross-site');
    assert.deepEqual([answer.status, answer.headers.location], [303, '/gists']);
  });

  it('400 when the sign-in is more than 65 minutes old, and the way on leads where it should have ended', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk, '/gists');
    desk.wait(65 * minute);
    const answer = await desk.browser.navigate(callback, 'cross-site');
    assert.equal(answer.status, 400);
    assert.match(answer.text, /href="\/login\?return_to=%2Fgists">Sign in again</);
    assert.equal(desk.upstream.tokenCalls.length, 0);
    assert.equal(desk.browser.cookies.size, 0);
  });

  it('400 for a sign-in sealed with a key that is no longer known', async t => {
    const before = await startDesk(t);
    const callback = await beginSignIn(before, '/gists');
    const after = await startDesk(t, { publicUrl: before.url, sessionKeys: ['22'.repeat(32)] });
    for (const [name, cookie] of before.browser.cookies) after.browser.cookies.set(name, cookie);
    const answer = await after.browser.navigate(callback, 'cross-site');
    assert.equal(answer.status, 400);
    assert.match(answer.text, /href="\/login\?return_to=%2F">Sign in again</);
    assert.equal(after.upstream.tokenCalls.length, 0);
  });

  it('400 for an expired sign-in also where somebody is signed in, whose session goes on', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk, '/gists');
    await signIn(desk);
    desk.wait(65 * minute);
    assert.equal((await desk.browser.navigate(callback)).status, 400);
    assert.equal(JSON.parse((await desk.browser.call('/session')).text).signed_in, true);
  });

  it('400 with the way on to where the newest of several sign-ins was to end', async t => {
    const desk = await startDesk(t);
    for (const returnTo of ['/tickets', '/gists', '/people']) {
      await beginSignIn(desk, returnTo);
      desk.wait(1);
    }
    const answer = await desk.browser.navigate(`/auth?code=c&state=${'x'.repeat(43)}`, 'cross-site');
    assert.match(answer.text, /href="\/login\?return_to=%2Fpeople">Sign in again</);
  });

  it('logs why, and nothing of what came', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk);
    await desk.browser.navigate('/auth');
    await createBrowser(desk.url).navigate(callback, 'cross-site');
    desk.wait(65 * minute);
    await desk.browser.navigate(callback, 'cross-site');
    const reasons = [...desk.logged().matchAll(/"reason":"([^"]+)"/g)].map(([, reason]) => reason);
    assert.deepEqual(reasons, ['not one state', 'absent', 'expired']);
  });

  it("400 when another sign-in's cookie is put under the name of this one", async t => {
    const desk = await startDesk(t);
    await beginSignIn(desk);
    const [[, stolen] = []] = [...desk.browser.cookies];
    const callback = await beginSignIn(desk);
    const name = [...desk.browser.cookies.keys()].at(-1);
    assert.ok(name && stolen);
    desk.browser.cookies.set(name, stolen);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 0);
    assert.match(desk.logged(), /"reason":"unequal"/);
  });
});
