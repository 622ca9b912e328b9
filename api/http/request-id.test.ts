import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';

const ownId = /^[A-Za-z0-9._-]{8,64}$/;

withApi(api => {
  const getRequestId = async (given: string, address = '/v1/rate_limit') =>
    (await api().call('GET', address, { headers: { 'X-Request-Id': given } })).headers.get('x-request-id');

  describe('X-Request-Id', () => {
    it('200 repeats a valid id of 8 to 64 letters, digits, dots, underscores and hyphens', async () => {
      for (const id of ['12345678', 'a.b_C-9'.padEnd(64, 'x')]) assert.equal(await getRequestId(id), id);
    });

    it('200 with a new id for any other value', async () => {
      const bad = [
        '',
        '1234567',
        'x'.repeat(65),
        'has space',
        'semi;colon',
        'slash/es',
        'ümlaut-ä',
        '12345678, 12345678',
      ];
      const given = await Promise.all(bad.map(id => getRequestId(encodeLatin1(id))));
      given.forEach((id, index) => {
        assert.match(id ?? '', ownId, bad[index]);
        assert.notEqual(id, bad[index]);
      });
      assert.equal(new Set(given).size, bad.length);
    });

    it('is set on errors, redirects and paths outside /v1', async () => {
      for (const address of [
        '/v1/tickets?x=1',
        '/v1/tickets/',
        '/v0',
        '/v2',
        '/',
        '/healthz',
        '/oauth/jwks',
        '/oauth/no',
      ]) {
        assert.equal(await getRequestId('kept-as-it-was', address), 'kept-as-it-was', address);
      }
    });
  });

  describe('a malformed request', () => {
    it('400 and 431 with a request id and CORS headers', async () => {
      for (const request of ['BREW /v1 HTTP/1.1\r\n\r\n', `GET /v1 HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`]) {
        const response = await exchangeBytes(api().url, Buffer.from(request));
        assert.match(response?.headers.get('x-request-id') ?? '', ownId);
        assert.equal(response?.headers.get('access-control-allow-origin'), '*');
      }
    });
  });
});

const encodeLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
