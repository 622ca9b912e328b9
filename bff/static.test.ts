import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { makeDirectory, startDesk } from './testing/desk.ts';

const script = 'console.log("a script that is longer than nothing");'.repeat(20);
const page = '<!doctype html><title>Stardesk</title><script type="module" src="/assets/main-4f2a.js"></script>';

async function startWithApp(t: TestContext) {
  const webDir = makeDirectory(t);
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), page);
  writeFileSync(join(webDir, 'star.svg'), '<svg/>');
  writeFileSync(join(webDir, 'assets/main-4f2a.js'), script);
  writeFileSync(join(webDir, 'assets/main-4f2a.js.br'), brotliCompressSync(script));
  writeFileSync(join(webDir, 'assets/main-4f2a.js.gz'), gzipSync(script));
  return startDesk(t, { webDir });
}

const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

describe("the web app's files", () => {
  for (const path of ['/', '/tickets', '/tickets/1042', '/tickets?state=open&q=a.b', '/signed-in', '/gists/7']) {
    it(`200 with the app at ${path}`, async t => {
      const desk = await startWithApp(t);
      const answer = await desk.browser.navigate(path);
      assert.deepEqual([answer.status, answer.text], [200, page]);
      assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
      assert.equal(answer.headers['cache-control'], 'no-cache');
      assert.equal(answer.headers['content-security-policy'], policy);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['strict-transport-security'], undefined, 'not on plain http');
      assert.equal(answer.headers['x-powered-by'], undefined);
    });
  }

  it('304 for HTML that has not changed', async t => {
    const desk = await startWithApp(t);
    const { headers } = await desk.browser.navigate('/');
    const again = await desk.browser.send('/tickets', { headers: { 'if-none-match': String(headers.etag) } });
    assert.equal(again.status, 304);
    assert.equal(again.headers['cache-control'], 'no-cache');
  });

  const codings: [accepted: string, sent: string | undefined, bytes: Buffer][] = [
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
    ['identity', undefined, Buffer.from(script)],
  ];
  for (const [accepted, sent, bytes] of codings) {
    it(`200 with a hashed file, kept for good, as ${sent ?? 'it is'} for "${accepted}"`, async t => {
      const desk = await startWithApp(t);
      const answer = await desk.browser.send('/assets/main-4f2a.js', { headers: { 'accept-encoding': accepted } });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-encoding'], sent);
      assert.deepEqual(answer.bytes, bytes);
      assert.match(answer.headers['content-type'] ?? '', /javascript/);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.match(answer.headers.vary as string, /Accept-Encoding/);
    });
  }

  it('200 with the whole file for a range, which is ours to ignore', async t => {
    const desk = await startWithApp(t);
    for (const range of ['bytes=5-2', 'bytes=-5', 'bytes=0-1', 'bytes=99999-', 'lines=1']) {
      const answer = await desk.browser.send('/assets/main-4f2a.js', { headers: { range } });
      assert.deepEqual([answer.status, answer.text], [200, script], range);
    }
  });

  for (const path of [
    '/assets/main-0000.js',
    '/assets/main',
    '/favicon.png',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/.env',
  ]) {
    it(`404, kept by nobody, for ${path}`, async t => {
      const desk = await startWithApp(t);
      const answer = await desk.browser.send(path);
      assert.equal(answer.status, 404);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(JSON.parse(answer.text).code, 40400);
    });
  }

  it('405 with Allow to a write', async t => {
    const desk = await startWithApp(t);
    const answer = await desk.browser.call('/tickets', { method: 'POST' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.allow, 'GET, HEAD');
  });

  it('503 with what to do when the app has not been built', async t => {
    const desk = await startDesk(t, { webDir: makeDirectory(t) });
    const answer = await desk.browser.navigate('/');
    assert.equal(answer.status, 503);
    assert.match(answer.text, /npm run build/);
  });
});

describe('health', () => {
  it('200 at /healthz', async t => {
    const desk = await startDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    assert.equal((await desk.browser.send('/healthz')).status, 200);
  });

  it('200 at /readyz once the authorization server is found, 503 before', async t => {
    assert.equal((await (await startDesk(t)).browser.send('/readyz')).status, 200);
    const apart = await startDesk(t, { apiUrl: 'http://127.0.0.1:1' });
    assert.equal((await apart.browser.send('/readyz')).status, 503);
  });
});
