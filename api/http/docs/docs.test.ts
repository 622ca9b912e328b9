import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { docsClientId } from '../../oauth/clients/client-ids.ts';
import { withApi } from '../../testing/api.ts';

const prefix = '/help';

/** Headers of every response under /v1, and the security headers of pages. */
const headersOfAll = ['x-request-id', 'x-api-version', 'x-rate-limit-limit', 'x-rate-limit-remaining', 'vary', 'etag'];

const files = [
  { file: '', type: 'text/html; charset=utf-8', cache: 'no-cache' },
  { file: '/docs.css', type: 'text/css; charset=utf-8', cache: 'no-cache' },
  { file: '/docs.js', type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
  { file: '/swagger-ui.css', type: 'text/css; charset=utf-8', cache: 'no-cache' },
  { file: '/swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
  { file: '/oauth2-redirect.html', type: 'text/html; charset=utf-8', cache: 'no-store' },
  { file: '/oauth2-redirect.js', type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
];

withApi(
  api => {
    const send = (file = '', init: RequestInit = {}) =>
      fetch(`${api().url}/v1/docs${file}`, { redirect: 'manual', ...init });

    for (const { file, type, cache } of files) {
      describe(`GET /docs${file}`, () => {
        it('200 without a token, with its media type', async () => {
          const { status, headers } = await send(file);
          assert.equal(status, 200);
          assert.equal(headers.get('content-type'), type);
          assert.equal(headers.get('cache-control'), cache);
          assert.equal(headers.get('x-content-type-options'), 'nosniff');
          assert.equal(headers.get('referrer-policy'), 'no-referrer');
          for (const name of headersOfAll) assert.ok(headers.has(name), name);
        });

        it('200 compressed for a client that accepts gzip, with its own tag; 304 for that tag', async () => {
          const [plain, gzip] = await Promise.all(
            ['identity', 'gzip'].map(coding => send(file, { headers: { 'Accept-Encoding': coding } })),
          );
          assert.equal(gzip?.headers.get('content-encoding'), 'gzip');
          assert.equal(await gzip?.text(), await plain?.text());
          const tag = gzip?.headers.get('etag') ?? '';
          assert.notEqual(plain?.headers.get('etag'), tag);
          const again = await send(file, { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': tag } });
          assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag]);
        });

        it('200 without a body for HEAD, 204 for OPTIONS, 405 for other methods', async () => {
          const head = await send(file, { method: 'HEAD' });
          assert.deepEqual([head.status, await head.text()], [200, '']);
          const responses = await Promise.all(['OPTIONS', 'POST', 'DELETE'].map(method => send(file, { method })));
          assert.deepEqual(
            responses.map(({ status, headers }) => [status, headers.get('allow')]),
            [204, 405, 405].map(status => [status, 'GET, HEAD, OPTIONS']),
          );
        });
      });
    }

    describe('the docs page', () => {
      it('contains no inline script or style, and its policy forbids them', async () => {
        for (const file of ['', '/oauth2-redirect.html']) {
          const page = await send(file);
          const policy = page.headers.get('content-security-policy') ?? '';
          assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
          assert.match(policy, /frame-ancestors 'none'/);
          assert.doesNotMatch(policy, /unsafe|\*|http/);
          const text = await page.text();
          assert.match(text, /<html lang="en/);
          assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
        }
      });

      it('loads everything below the path of API_PUBLIC_URL, and from no other host', async () => {
        const page = await send();
        const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(
          ([, address = '']) => new URL(address, page.url),
        );
        assert.ok(addresses.length >= 6);
        for (const { href } of addresses) {
          assert.ok(href.startsWith(`${api().url}/`), href);
          assert.equal((await fetch(href)).status, 200, href);
        }
      });

      it('signs in as its own OAuth client', async () => {
        const script = await (await send('/docs.js')).text();
        assert.ok(script.includes(`clientId: '${docsClientId}'`));
      });

      it('308 with a trailing slash', async () => {
        const { status, headers } = await send('/');
        assert.deepEqual([status, headers.get('location')], [308, `${api().url}/v1/docs`]);
      });

      it('400 for an unknown API version', async () => {
        assert.equal((await send('', { headers: { 'X-Api-Version': '2001-01-01' } })).status, 400);
      });

      it('is linked from GET /v1', async () => {
        const { body } = await api().call<{ docs: string }>('GET', `${prefix}/v1`);
        assert.equal(body.docs, `${api().url}/v1/docs`);
      });
    });

    describe('GET /docs/{anything else}', () => {
      for (const file of [
        '/index.html',
        '/package.json',
        '/swagger-ui-bundle.js.map',
        '/swagger-initializer.js',
        '/docs.html',
        '/Docs.js',
        '/..%2fserve-docs.ts',
        '/%2e%2e%2f%2e%2e%2fapp.ts',
        '/docs.js%00.css',
        '//docs.js',
        '/%ff',
      ]) {
        it(`404 for ${file}`, async () => {
          const response = await send(file);
          assert.equal(response.status, 404);
          assert.partialDeepStrictEqual(await response.json(), { code: 40400 });
        });
      }
    });
  },
  { prefix },
);

withApi(
  api => {
    describe('the docs page', () => {
      it('is not rate-limited', async () => {
        for (const file of ['', '/docs.js', '/docs.css', '/swagger-ui.css']) {
          const { status, headers } = await fetch(`${api().url}/v1/docs${file}`);
          assert.deepEqual([status, headers.get('x-rate-limit-remaining')], [200, '1']);
        }
      });
    });
  },
  { ipPerMinute: 1 },
);
