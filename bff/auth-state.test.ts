import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from './testing/browser.ts';
import { beginSignIn, startDesk } from './testing/desk.ts';

const session = /^stardesk-\d+\.session$/;

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
  ];
  for (const [what, change] of forged) {
    it(`400 with ${what}`, async t => {
      const desk = await startDesk(t);
      const answer = await desk.browser.navigate(change(await beginSignIn(desk)), 'cross-site');
      assert.equal(answer.status, 400);
      assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
      assert.match(answer.text, /Sign in again/);
      assert.match(answer.text, /href="\/"/);
      assert.doesNotMatch(answer.text, /<script/i);
      assert.equal(desk.upstream.tokenCalls.length, 0);
      assert.equal(
        [...desk.browser.cookies.keys()].some(name => session.test(name)),
        false,
      );
    });
  }

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

  it('400 when the sign-in is more than ten minutes old', async t => {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk);
    desk.wait(601_000);
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 400);
    assert.equal(desk.upstream.tokenCalls.length, 0);
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
  });
});
