import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from '../testing/browser.ts';
import { beginSignIn, firstKey, startDesk } from '../testing/desk.ts';
import { every, flippedAt, lengths, sealedWith, sessionName, wrap } from '../testing/tampering.ts';

describe('the cookie of a sign-in in the wrong hands', () => {
  /** A sign-in under way, its cookie, and what a callback with another cookie in its place comes to. */
  async function begin(t: Parameters<typeof startDesk>[0]) {
    const desk = await startDesk(t);
    const callback = await beginSignIn(desk, '/gists');
    const [[name, { value }] = ['', { value: '' }]] = [...desk.browser.cookies];
    const comeBack = async (cookie: string) => createBrowser(desk.url).send(callback, { headers: { cookie } });
    async function expectRefused(cookie: string, what: string): Promise<void> {
      const answer = await comeBack(cookie);
      assert.equal(answer.status, 400, what);
      assert.match(answer.text, /<h1>This sign-in cannot be completed<\/h1>/, what);
      assert.equal(desk.upstream.tokenCalls.length, 0, what);
    }
    return { desk, callback, name, value, comeBack, expectRefused };
  }

  it('completes nothing when it is cut short or has any byte changed, and does when it is whole', async t => {
    const { name, value, comeBack, expectRefused } = await begin(t);
    for (const length of lengths(value)) await expectRefused(`${name}=${value.slice(0, length)}`, `${length}`);
    for (const place of every(value)) await expectRefused(`${name}=${flippedAt(value, place)}`, `byte ${place}`);
    assert.equal((await comeBack(`${name}=x${name}; ${name}=${value}`)).status, 400, 'the first of two counts');
    assert.equal((await comeBack(`${name}=${value}; ${name}=x`)).headers.location, '/gists');
  });

  it('completes nothing when it is that of another person, another kind or another key', async t => {
    const { desk, callback, name, value, expectRefused } = await begin(t);
    const stranger = createBrowser(desk.url);
    await beginSignIn(desk, '/', stranger);
    const [[strangers, { value: theirs }] = ['', { value: '' }]] = [...stranger.cookies];
    await expectRefused(`${strangers}=${theirs}`, "a stranger's");
    await expectRefused(`${name}=${theirs}`, "a stranger's under this name");
    const state = new URLSearchParams(callback.slice(6)).get('state');
    const begun = { state, verifier: 'v'.repeat(43), return_to: '/', began: Date.now() };
    await expectRefused(`${name}=${await sealedWith(firstKey, begun, 'session')}`, 'a session');
    await expectRefused(`${name}=${await sealedWith('22'.repeat(32), begun, 'transaction')}`, 'another key');
    await expectRefused(`${name}=${wrap({ jwe: value })}`, 'wrapped like a session');
    await expectRefused(`${sessionName(desk)}=${wrap({ jwe: value })}`, 'in place of the session');
    for (const shape of [null, 7, [], {}, [begun], { ...begun, state: undefined }, { ...begun, began: '0' }]) {
      await expectRefused(`${name}=${await sealedWith(firstKey, shape, 'transaction')}`, JSON.stringify(shape));
    }
    for (const text of ['', 'x', 'A'.repeat(10_000), '....', '%00', '\u00ff', '"', value.replaceAll('.', '%2E')]) {
      await expectRefused(`${name}=${text}`, text.slice(0, 40));
    }
  });
});
