import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { startSignIn, startTestDesk } from '../testing/desk.ts';
import { safeReturnUri } from './return-uri.ts';

const desk = 'https://desk.example';

describe('the return path of a sign-in', () => {
  const accepted: [given: string, redirected: string][] = [
    ['/', '/'],
    ['/tickets?state=open&sort=-priority#top', '/tickets?state=open&sort=-priority#top'],
    ['/tickets?q=%22double charge%22', '/tickets?q=%22double%20charge%22'],
    ['/tickets?q=Zürich', '/tickets?q=Z%C3%BCrich'],
    ['/a/../tickets/7', '/tickets/7'],
    ['/signed-in', '/signed-in'],
    ['/%09/evil.example', '/%09/evil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/loginish', '/loginish'],
    [`/${'a'.repeat(2047)}`, `/${'a'.repeat(2047)}`],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/%252e%252e//evil.example', '/%252e%252e//evil.example'],
    ['/?//evil.example', '/?//evil.example'],
    ['/#//evil.example', '/#//evil.example'],
    ['/;//evil.example', '/;//evil.example'],
    ['/https://evil.example', '/https://evil.example'],
    ['/\uff0fevil.example', '/%EF%BC%8Fevil.example'],
    ['/\u200b/evil.example', '/%E2%80%8B/evil.example'],
    ['/\u202e', '/%E2%80%AE'],
    ['/\ufeff//evil.example', '/%EF%BB%BF//evil.example'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/tickets/..', '/'],
    ['/./tickets', '/tickets'],
    ['/tickets?return_to=/login', '/tickets?return_to=/login'],
  ];
  it('is normalized if it leads into the app', () => {
    for (const [given, redirected] of accepted) assert.equal(safeReturnUri(given, desk), redirected, given);
  });

  const rejected: unknown[] = [
    ...[undefined, null, 7, ['/tickets', '/gists'], '', 'tickets', '?q=1', '#top', 'evil.example', '@evil.example'],
    ...['//evil.example', '///evil.example', '//evil.example@desk.example', ':443/evil.example', ' /tickets'],
    ...['/\\evil.example', '\\\\evil.example', '/\\/evil.example', '/\t/evil.example', '\t//evil.example'],
    ...['/\n/evil.example', '/\r\nSet-Cookie: a=b', '/tickets\u0000', '/\u007f', '/\u0085/evil.example'],
    ...['/\u2028/evil.example', '/\u2029/evil.example', 'https:evil.example', 'https://evil.example'],
    ...['https://desk.example/tickets', 'http:/evil.example', 'blob:https://desk.example/1', 'file:///etc/passwd'],
    ...['javascript:alert(1)', 'JavaScript:alert(1)', 'vbscript:alert(1)', 'data:text/html,hello'],
    ...['/x/..//evil.example', '/..//evil.example', '/.//evil.example', '/./..//evil.example'],
    ...['/%2e%2e//evil.example', '/a/%2E%2e//evil.example', '/.%2e//evil.example', '/%2E./%2e%2e//evil.example'],
    ...['/login', '/./login', '/login#top', '/login?return_to=/', '/login/', '/LOGIN', '/logout'],
    ...['/auth/?code=1', '/a/../auth?code=1&state=2', `/${'a'.repeat(2048)}`, `/${'é'.repeat(1000)}`],
  ];
  it('becomes “/” if it leads out of the app or into a sign-in', () => {
    for (const returnUri of rejected) assert.equal(safeReturnUri(returnUri, desk), '/', JSON.stringify(returnUri));
  });

  it('is the only target of GET /auth', async t => {
    const signInDesk = await startTestDesk(t);
    const texts = rejected.filter(given => typeof given === 'string').map(given => [given, '/'] as const);
    for (const [given, redirected] of [...accepted, ...texts]) {
      const callback = await startSignIn(signInDesk, given);
      const response = await signInDesk.browser.navigate(callback, 'cross-site');
      assert.deepEqual([response.status, response.headers.location], [303, redirected], JSON.stringify(given));
      signInDesk.browser.cookies.clear();
    }
    const twice = await signInDesk.browser.navigate('/login?return_to=/tickets&return_to=//evil.example');
    const state = new URL(String(twice.headers.location)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: 'a-code', state, iss: signInDesk.upstream.url });
    assert.equal((await signInDesk.browser.navigate(`/auth?${query}`)).headers.location, '/');
  });

  it('never leaves the desk for any input', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '%', '2', 'e', 'f', '5', 'c', ':', '@', '\t', '\u2028', 'é', '?', '#', 'a'),
      maxLength: 24,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          nasty,
          nasty.map(tail => `/${tail}`),
          fc.webUrl(),
          fc.string({ unit: 'binary' }),
        ),
        given => {
          const redirected = safeReturnUri(given, desk);
          assert.match(redirected, /^\/(?!\/)[\x21-\x7e]*$/);
          assert.equal(new URL(redirected, `${desk}/some/page`).origin, desk);
          assert.equal(safeReturnUri(redirected, desk), redirected);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
