import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookieBrowser } from '../testing/browser.ts';
import { firstKey, startSignIn, startTestDesk } from '../testing/desk.ts';
import {
  encodeCookie,
  flipCharacter,
  getSessionCookieName,
  listLengths,
  listPositions,
  sealWith,
} from '../testing/tampering.ts';

describe('a sign-in cookie', () => {
  /** Starts a sign-in and returns functions that open its callback with a manipulated cookie. */
  async function start(t: Parameters<typeof startTestDesk>[0]) {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk, '/gists');
    const [[name, { value }] = ['', { value: '' }]] = [...desk.browser.cookies];
    const openCallback = async (cookie: string) =>
      createCookieBrowser(desk.url).send(callback, { headers: { cookie } });
    async function expectRejected(cookie: string, message: string): Promise<void> {
      const response = await openCallback(cookie);
      assert.equal(response.status, 400, message);
      assert.match(response.text, /<h1>This sign-in cannot be completed<\/h1>/, message);
      assert.equal(desk.upstream.tokenCalls.length, 0, message);
    }
    return { desk, callback, name, value, openCallback, expectRejected };
  }

  it('is rejected when truncated or changed in any byte, and accepted when intact', async t => {
    const { name, value, openCallback, expectRejected } = await start(t);
    for (const length of listLengths(value)) await expectRejected(`${name}=${value.slice(0, length)}`, `${length}`);
    for (const position of listPositions(value))
      await expectRejected(`${name}=${flipCharacter(value, position)}`, `byte ${position}`);
    assert.equal((await openCallback(`${name}=x${name}; ${name}=${value}`)).status, 400, 'the first of two is used');
    assert.equal((await openCallback(`${name}=${value}; ${name}=x`)).headers.location, '/gists');
  });

  it('is rejected when it is from another browser, of another kind, or sealed with another key', async t => {
    const { desk, callback, name, value, expectRejected } = await start(t);
    const stranger = createCookieBrowser(desk.url);
    await startSignIn(desk, '/', stranger);
    const [[strangers, { value: strangersValue }] = ['', { value: '' }]] = [...stranger.cookies];
    await expectRejected(`${strangers}=${strangersValue}`, "a stranger's");
    await expectRejected(`${name}=${strangersValue}`, "a stranger's under this name");
    const state = new URLSearchParams(callback.slice(6)).get('state');
    const started = { state, verifier: 'v'.repeat(43), return_to: '/', began: Date.now() };
    await expectRejected(`${name}=${await sealWith(firstKey, started, 'session')}`, 'a session');
    await expectRejected(`${name}=${await sealWith('22'.repeat(32), started, 'transaction')}`, 'another key');
    await expectRejected(`${name}=${encodeCookie({ jwe: value })}`, 'wrapped like a session');
    await expectRejected(`${getSessionCookieName(desk)}=${encodeCookie({ jwe: value })}`, 'in place of the session');
    for (const shape of [null, 7, [], {}, [started], { ...started, state: undefined }, { ...started, began: '0' }]) {
      await expectRejected(`${name}=${await sealWith(firstKey, shape, 'transaction')}`, JSON.stringify(shape));
    }
    for (const text of ['', 'x', 'A'.repeat(10_000), '....', '%00', '\u00ff', '"', value.replaceAll('.', '%2E')]) {
      await expectRejected(`${name}=${text}`, text.slice(0, 40));
    }
  });
});
