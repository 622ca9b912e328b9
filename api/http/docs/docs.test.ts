import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { docsClientId } from '../../oauth/clients/client-ids.ts';
import { withApi } from '../../testing/api.ts';

const prefix = '/help';

const files: [file: string, type: string, caching?: string][] = [
  ['', 'text/html; charset=utf-8'],
  ['/docs.css', 'text/css; charset=utf-8'],
  ['/docs.js', 'text/javascript; charset=utf-8'],
  ['/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/oauth2-redirect.html', 'text/html; charset=utf-8', 'no-store'],
  ['/oauth2-redirect.js', 'text/javascript; charset=utf-8'],
];

const otherPaths = [
  ...['/index.html', '/package.json', '/swagger-ui-bundle.js.map', '/swagger-initializer.js', '/docs.html', '/Docs.js'],
  ...['/..%2fserve-docs.ts', '/%2e%2e%2f%2e%2e%2fapp.ts', '/docs.js%00.css', '//docs.js', '/%ff'],
];

withApi(
  api => {
    const send = (file = '', init: RequestInit = {}) =>
      fetch(`${api().url}/v1/docs${file}`, { redirect: 'manual', ...init });

    for (const [file, type, caching = 'no-cache'] of files) {
      it(`200 for /docs${file} without a token, compressed or not; 304 for its ETag; 405 for POST and DELETE`, async () => {
        const [plain, gzip] = await Promise.all(
          ['identity', 'gzip'].map(coding => send(file, { headers: { 'Accept-Encoding': coding } })),
        );
        assert.equal(plain?.headers.get('content-type'), type);
        assert.equal(plain?.headers.get('cache-control'), caching);
        assert.equal(gzip?.headers.get('content-encoding'), 'gzip');
        assert.equal(await gzip?.text(), await plain?.text());
        const etag = gzip?.headers.get('etag') ?? '';
        assert.notEqual(plain?.headers.get('etag'), etag);
        const again = await send(file, { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag } });
        assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag]);
        for (const [method, status] of Object.entries({ HEAD: 200, OPTIONS: 204, POST: 405, DELETE: 405 })) {
          const response = await send(file, { method });
          assert.equal(response.status, status);
          assert.equal(response.headers.get('allow'), status === 200 ? null : 'GET, HEAD, OPTIONS');
        }
      });
    }

    describe('the docs page', () => {
      it('contains no inline script or style; its policy forbids both', async () => {
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

      it('loads every file from a URL below API_PUBLIC_URL', async () => {
        const page = await send();
        const urls = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(
          ([, url = '']) => new URL(url, page.url),
        );
        assert.ok(urls.length >= 6);
        for (const { href } of urls) {
          assert.ok(href.startsWith(`${api().url}/`), href);
          assert.equal((await fetch(href)).status, 200, href);
        }
      });

      it('names its own OAuth client in its script', async () => {
        const script = await (await send('/docs.js')).text();
        assert.ok(script.includes(`clientId: '${docsClientId}'`));
      });

      it('is linked from GET /v1', async () => {
        const { body } = await api().call<{ docs: string }>('GET', `${prefix}/v1`);
        assert.equal(body.docs, `${api().url}/v1/docs`);
      });
    });

    for (const path of otherPaths) {
      it(`404 for /docs${path}`, async () => {
        const response = await send(path);
        assert.equal(response.status, 404);
        assert.partialDeepStrictEqual(await response.json(), { code: 40400 });
      });
    }
  },
  { prefix },
);

withApi(
  api => {
    it('the docs page is not rate-limited', async () => {
      for (const file of ['', '/docs.js', '/docs.css', '/swagger-ui.css']) {
        const { status, headers } = await fetch(`${api().url}/v1/docs${file}`);
        assert.deepEqual([status, headers.get('x-rate-limit-remaining')], [200, '1']);
      }
    });
  },
  { ipPerMinute: 1 },
);
