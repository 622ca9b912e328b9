import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';

const ownId = /^[A-Za-z0-9._-]{8,64}$/;

withApi(api => {
  const idOf = async (given: string, address = '/v1/rate_limit') =>
    (await api().call('GET', address, { headers: { 'X-Request-Id': given } })).headers.get('x-request-id');

  describe('X-Request-Id', () => {
    it('200 with the one that came, of 8 to 64 letters, digits, dots, lines and hyphens', async () => {
      for (const id of ['12345678', 'a.b_C-9'.padEnd(64, 'x')]) assert.equal(await idOf(id), id);
    });

    it('200 with a new one for any other, each time another', async () => {
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
      const given = await Promise.all(bad.map(id => idOf(encodeLatin1(id))));
      given.forEach((id, index) => {
        assert.match(id ?? '', ownId, bad[index]);
        assert.notEqual(id, bad[index]);
      });
      assert.equal(new Set(given).size, bad.length);
    });

    it('is on errors, redirects and addresses outside of /v1', async () => {
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
        assert.equal(await idOf('kept-as-it-was', address), 'kept-as-it-was', address);
      }
    });
  });

  describe('a request that never becomes one', () => {
    it('400 and 431 under a request id of its own, for pages of any origin', async () => {
      for (const request of ['BREW /v1 HTTP/1.1\r\n\r\n', `GET /v1 HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`]) {
        const answer = await exchangeBytes(api().url, Buffer.from(request));
        assert.match(answer?.headers.get('x-request-id') ?? '', ownId);
        assert.equal(answer?.headers.get('access-control-allow-origin'), '*');
      }
    });
  });
});

/** Headers are sent byte by byte. */
const encodeLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
