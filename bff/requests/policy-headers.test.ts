import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pagePolicy } from '../pages/html-page.ts';
import { createTemporaryDirectory, type startTestDesk } from '../testing/desk.ts';
import { sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

const policies = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Responses of every step except `/files`, with the policies that differ from the default. */
const responses: [path: string, status: number, own?: Record<string, string>][] = [
  ['/', 200],
  ['/tickets/1042', 200],
  ['/assets/main-4f2a.js', 200],
  ['/assets/main-0000.js', 404],
  ['/nothing.php', 404],
  ['/tickets/%ff', 404],
  ['/metrics', 200],
  ['/api', 404],
  ['/healthz', 200],
  ['/readyz', 200],
  ['/session', 200, { 'referrer-policy': 'no-referrer' }],
  ['/logout', 405, { 'referrer-policy': 'no-referrer' }],
  ['/login', 303, { 'referrer-policy': 'no-referrer' }],
  ['/auth', 400, { 'referrer-policy': 'no-referrer', 'content-security-policy': pagePolicy }],
  ['/api/tickets', 200],
  ['/api/nothing', 404],
];

const startWithApp = async (t: Parameters<typeof startTestDesk>[0], publicUrl?: string) => {
  const webDir = createTemporaryDirectory(t);
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html>');
  writeFileSync(join(webDir, 'assets/main-4f2a.js'), ';');
  return startSignedInDesk(t, publicUrl === undefined ? { webDir } : { webDir, publicUrl });
};

test('every response outside /files has the policy headers', async t => {
  const [desk, onHttps] = [await startWithApp(t), await startWithApp(t, 'https://desk.example')];
  for (const [path, status, own = {}] of responses) {
    const headers = { 'x-csrf': '1', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
    const send = ({ browser }: typeof desk) =>
      path === '/login' ? browser.navigate(path) : browser.send(path, { headers });
    const [response, secure] = [await send(desk), await send(onHttps)];
    for (const { status: received, headers } of [response, secure]) {
      assert.equal(received, status, path);
      for (const [name, value] of Object.entries({ ...policies, ...own })) {
        assert.equal(headers[name], value, `${name} of ${path}`);
      }
      for (const name of ['server', 'x-powered-by', 'server-timing', 'via']) {
        assert.equal(headers[name], undefined, `${name} of ${path}`);
      }
    }
    // The API sets its own Cache-Control.
    const expected = own['referrer-policy'] ? /^no-store$/ : /no-store|no-cache|immutable/;
    if (path !== '/api/tickets') assert.match(String(response.headers['cache-control']), expected, path);
    assert.equal(response.headers['strict-transport-security'], undefined, 'not on plain http');
    assert.equal(secure.headers['strict-transport-security'], 'max-age=31536000');
  }
});

test('parser errors have the policy headers that apply to them', async t => {
  const { url } = await startSignedInDesk(t);
  const response = (await sendRaw(url, 'BREW / HTTP/1.1\r\n\r\n')).toLowerCase();
  for (const name of ['x-content-type-options', 'x-frame-options', 'cross-origin-resource-policy']) {
    assert.ok(response.includes(`\r\n${name}: ${policies[name as keyof typeof policies].toLowerCase()}\r\n`), name);
  }
  for (const field of ["default-src 'none'; frame-ancestors 'none'", 'referrer-policy: no-referrer', 'no-store']) {
    assert.ok(response.includes(field), field);
  }
});
