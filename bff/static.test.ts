import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createTemporaryDirectory, startTestDesk } from './testing/desk.ts';
import { sendRaw } from './testing/signed-in-desk.ts';

const script = 'console.log("a script that is longer than nothing");'.repeat(20);
const page = '<!doctype html><title>Stardesk</title><script type="module" src="/assets/main-4f2a.js"></script>';
const asset = '/assets/main-4f2a.js';

function createWebDir(t: TestContext) {
  const webDir = createTemporaryDirectory(t);
  mkdirSync(join(webDir, 'assets'));
  const write = (name: string, content: string | Buffer) => writeFileSync(join(webDir, name), content);
  write('index.html', page);
  write('star.svg', '<svg/>');
  write('robots.txt', 'User-agent: *\nDisallow: /\n');
  write('.built-from', 'secret');
  write('assets/main-4f2a.js', script);
  write('assets/main-4f2a.js.br', brotliCompressSync(script));
  write('assets/main-4f2a.js.gz', gzipSync(script));
  write('assets/main-4f2a.css', 'a{}');
  symlinkSync(import.meta.filename, join(webDir, 'assets/link.js'));
  return webDir;
}

test('the files of the web app', async t => {
  const webDir = createWebDir(t);
  const desk = await startTestDesk(t, { webDir });
  const get = (path: string, headers: Record<string, string> = {}) => desk.browser.send(path, { headers });
  /** Sends the raw path, which a client library would normalize. */
  const getRaw = (path: string) => sendRaw(desk.url, `GET ${path} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n`);

  const pages = [
    ...['/', '/tickets', '/tickets/1042', '/tickets/', '/tickets/v1.2', '/tickets/a.b/c', '/index.html', '/signed-in'],
    ...['/people/mara%40desk.example', '/views/a%2Fb', '/gists/%E2%98%85', '/tickets?state=open&q=a.js'],
    ...['/__proto__', '/constructor', '/assetsmith'],
  ];
  await t.test('200 with the app at every possible page, revalidated each time', async () => {
    for (const path of pages) {
      const response = await desk.browser.navigate(path);
      assert.deepEqual([response.status, response.text], [200, page], path);
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(response.headers['cache-control'], 'no-cache');
    }
  });

  const types = [
    [asset, 'text/javascript; charset=utf-8'],
    ['/assets/main-4f2a.css', 'text/css; charset=utf-8'],
    ['/star.svg', 'image/svg+xml'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ] as const;
  await t.test('200 with the type of the file', async () => {
    for (const [path, type] of types) {
      const response = await get(path);
      assert.deepEqual([response.status, response.headers['content-type']], [200, type]);
    }
  });

  const codings = [
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync(script)],
    ['br;q=0, GZIP ;q=0.5', 'gzip', gzipSync(script)],
    ['br;q=0, *', 'gzip', gzipSync(script)],
    ['identity', undefined, Buffer.from(script)],
    ['*;q=0', undefined, Buffer.from(script)],
    ['brotli, embryo', undefined, Buffer.from(script)],
  ] as const;
  await t.test(
    '200 with an immutable hashed file in the best accepted coding; each coding has its own ETag',
    async () => {
      const etags = new Set<string | undefined>();
      for (const [accepted, sent, bytes] of codings) {
        const response = await get(asset, { 'accept-encoding': accepted });
        assert.deepEqual([response.status, response.headers['content-encoding']], [200, sent], accepted);
        assert.deepEqual(response.bytes, bytes);
        assert.equal(response.headers['content-length'], String(bytes.length));
        assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable');
        assert.equal(response.headers.vary, 'Accept-Encoding');
        assert.match(response.headers.etag ?? '', /^"[\w-]+"$/);
        etags.add(response.headers.etag);
      }
      assert.equal(etags.size, 3);
    },
  );

  await t.test('HEAD equals GET without the body', async () => {
    for (const path of ['/', asset, '/star.svg']) {
      const [head, whole] = [await desk.browser.send(path, { method: 'HEAD' }), await get(path)];
      const varying = { 'x-request-id': '', date: '', connection: '', 'keep-alive': '' };
      const stable = ({ status, headers }: typeof head) => ({ ...headers, status, ...varying });
      assert.deepEqual(stable(head), stable(whole));
      assert.equal(head.text, '');
    }
  });

  await t.test('304 for an unchanged file, for any form of If-None-Match', async () => {
    for (const path of ['/', asset]) {
      const { etag = '' } = (await get(path)).headers;
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag}`, '*']) {
        const response = await get(path, { 'if-none-match': condition });
        assert.deepEqual([response.status, response.text], [304, ''], condition);
        assert.equal(response.headers.etag, etag);
        assert.match(response.headers['cache-control'] ?? '', path === '/' ? /no-cache/ : /immutable/);
        assert.equal(response.headers.vary, 'Accept-Encoding');
      }
      assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  await t.test('200 with the whole file for a range', async () => {
    for (const range of ['bytes=5-2', 'bytes=-5', 'bytes=0-1', 'bytes=99999-', 'lines=1']) {
      const response = await get(asset, { range });
      assert.deepEqual([response.status, response.text], [200, script], range);
    }
  });

  const unknownPaths = [
    ...['/assets', '/assets/', '/assets/main', '/assets/main-0000.js', '/assets/link.js', '/assets/__proto__'],
    ...[`${asset}.map`, `${asset}.br`, `${asset}.gz`, `${asset}/`, '/assets%2fmain', '/star.svg/', '/star.svg%00'],
    ...['/favicon.ico', '/favicon.png', '/wp-login.php', '/.env', '/.built-from', '/%2ebuilt-from', '/.git/config'],
    ...['/tickets/.hidden', '/.well-known/security.txt', '/../package.json', '/assets/../../package.json'],
    ...['/%2e%2e/package.json', '/..%2f..%2fpackage.json', '/tickets/..', '/tickets/%2e%2e/x', '/%00'],
    ...['/tickets/%0d%0aSet-Cookie:%20a=b', '/\\..\\package', '/..%5c..%5cpackage.json', '/assets/..%2f..%2fpackage'],
    ...['//', '//evil.example/', '///evil.example', '/%2fevil.example', '/\\evil.example'],
    ...['/%', '/%zz', '/%c3', '/%ff%fe', '/%c0%ae%c0%ae/'],
  ];
  await t.test('404 uncached for any other path', async () => {
    for (const path of unknownPaths) {
      const response = await getRaw(path);
      assert.match(response, /^HTTP\/1\.1 404 /, path);
      assert.match(response, /\r\ncache-control: no-store\r\n/i);
      assert.match(response, /"code": 40400/);
      assert.doesNotMatch(response, /set-cookie|secret/i);
    }
  });

  await t.test('a new build does not change the files of the running server', async () => {
    rmSync(webDir, { recursive: true });
    mkdirSync(webDir);
    writeFileSync(join(webDir, 'index.html'), 'the half of another build');
    assert.equal((await get('/')).text, page);
    assert.equal((await get(asset)).text, script);
    assert.equal((await get('/healthz')).status, 200);
  });
});

describe('a desk without a built web app', () => {
  it('503 with instructions', async t => {
    const desk = await startTestDesk(t, { webDir: join(createTemporaryDirectory(t), 'nowhere') });
    const response = await desk.browser.navigate('/');
    assert.equal(response.status, 503);
    assert.match(response.text, /npm run build/);
  });
});
