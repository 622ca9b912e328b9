import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

withApi(api => {
  /** Sends an anonymous request as raw bytes. `fetch` cannot send TRACE or a forged Host. */
  const send = async (method: string, target: string) => {
    const request = `${method} ${target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n`;
    const response = await exchangeBytes(api().url, Buffer.from(request));
    if (response === null) throw new Error(`No response to ${request}`);
    return { ...response, text: response.body.toString() };
  };
  const getLocation = async (target: string) => {
    const { status, headers } = await send('GET', target);
    return [status, headers.get('location')];
  };

  describe('a URL of a different version', () => {
    it('410 below /v0 for every method, without a token', async () => {
      for (const method of methods) {
        for (const target of ['/v0', '/v0/', '/v0/tickets?q=x']) {
          const { status, text } = await send(method, target);
          assert.equal(status, 410, `${method} ${target}`);
          if (method !== 'HEAD') assert.equal(JSON.parse(text).code, 41010);
        }
      }
    });

    it('404 below /v2, and for paths that only resemble version 0 or 1', async () => {
      for (const target of ['/v2', '/v2/tickets', '/v00', '/v0x/tickets', '/v1x', '/v10/tickets', '/V1/tickets', '/']) {
        const { status, text } = await send('GET', target);
        assert.deepEqual([status, JSON.parse(text).code], [404, 40400], target);
      }
    });
  });

  describe('a moved URL', () => {
    it('308 from a URL without a version to the versioned URL, with the same query', async () => {
      const { url } = api();
      for (const path of ['/tickets', '/tickets/5/messages/7', '/gists/starred', '/people/me', '/views', '/events']) {
        assert.deepEqual(await getLocation(path), [308, `${url}/v1${path}`]);
      }
      const query = '?q=who%3F+me?&sort=-priority,created_at&q=%C3%A9';
      assert.deepEqual(await getLocation(`/tickets${query}`), [308, `${url}/v1/tickets${query}`]);
    });

    it('308 from a URL with a trailing slash to the URL without it, for every method', async () => {
      const { url } = api();
      for (const method of methods) assert.equal((await send(method, '/v1/tickets/5/')).status, 308, method);
      assert.deepEqual(await getLocation('/v1/tickets/?q=a/'), [308, `${url}/v1/tickets?q=a/`]);
      assert.deepEqual(await getLocation('/v1/gists///'), [308, `${url}/v1/gists`]);
      assert.deepEqual(await getLocation('/tickets/'), [308, `${url}/v1/tickets`]);
      assert.deepEqual(await getLocation('/v1/'), [308, `${url}/v1`]);
    });

    it('404 for a different letter case, and for doubled or encoded slashes', async () => {
      const paths = ['/v1/Tickets', '/v1//tickets', '//v1/tickets', '/v1/tickets%2F5', '/v1%2Ftickets', '/Tickets'];
      for (const path of paths) assert.deepEqual(await getLocation(path), [404, null], path);
    });
  });

  describe('an absolute request target', () => {
    it('200, 308, 404 and 410 as for its path; its host is ignored (RFC 9112 3.2.2)', async () => {
      const { url } = api();
      assert.equal((await send('GET', 'http://evil.example/v1')).status, 200);
      assert.equal((await send('GET', 'HTTP://evil.example/v0/x')).status, 410);
      assert.equal((await send('GET', 'http://evil.example')).status, 404);
      assert.deepEqual(await getLocation('http://evil.example/tickets/?q=x'), [308, `${url}/v1/tickets?q=x`]);
    });
  });
});

withApi(
  api => {
    describe('an API with a path prefix', () => {
      it('201, 200 and 308 link to URLs below the prefix, regardless of X-Forwarded-* and Forwarded', async () => {
        const { url } = api();
        assert.ok(url.endsWith('/desk+1:b'));
        const forged = {
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-Proto': 'https',
          'X-Forwarded-Prefix': '/evil',
          Forwarded: 'host=evil.example;proto=https',
        };
        const call = (method: string, path: string, body?: object) =>
          api().call<{ url: string }>(method, path, { headers: forged, body });
        const created = await call('POST', '/desk+1:b/v1/tickets', { subject: 'Below a path' });
        assert.equal(created.headers.get('location'), created.body.url);
        assert.ok(created.body.url.startsWith(`${url}/v1/tickets/`));
        const listed = await call('GET', '/desk+1:b/v1/tickets?per_page=1');
        for (const link of Object.values(listed.links)) assert.ok(link.startsWith(`${url}/v1/tickets?`), link);
        const moved = await call('GET', '/desk+1:b/gists/?q=a');
        assert.deepEqual([moved.status, moved.headers.get('location')], [308, `${url}/v1/gists?q=a`]);
        const index = await call('GET', '/desk+1:b/v1');
        for (const link of Object.values<string>(JSON.parse(index.text))) assert.ok(link.startsWith(`${url}/`), link);
      });

      it('404 outside the prefix, with a request id', async () => {
        for (const path of ['/v1/tickets', '/tickets', '/desk/v1', '/deskk1xb/v1', '/DESK+1:b/v1', '/']) {
          const { status, headers } = await api().call('GET', path);
          assert.equal(status, 404, path);
          assert.match(headers.get('x-request-id') ?? '', /./);
          assert.equal(headers.get('x-content-type-options'), 'nosniff');
        }
      });
    });
  },
  { prefix: '/desk+1:b' },
);
