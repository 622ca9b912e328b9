import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { withApi } from '../testing/api.ts';

/** Headers of a 304 (RFC 9110 15.4.5), except those of every response under /v1. */
const repeated = ['allow', 'cache-control', 'etag', 'vary', 'x-api-version'];
const always = [
  ...['access-control-allow-origin', 'access-control-expose-headers', 'connection', 'content-security-policy', 'date'],
  ...[
    'cross-origin-resource-policy',
    'x-frame-options',
    'keep-alive',
    'referrer-policy',
    'x-content-type-options',
    'x-request-id',
  ],
  ...['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'],
];

withApi(api => {
  describe('304', () => {
    it('repeats ETag and Cache-Control, without a body or content headers', async () => {
      const { call } = api();
      const ticket = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } })).body.url;
      const gist = (await call<Gist>('POST', '/v1/gists', { body: { files: { a: { content: '' } } } })).body.url;
      const lists = [
        '/v1/tickets?count=true',
        '/v1/tickets/recently_closed',
        `${ticket}/messages`,
        '/v1/gists',
        '/v1/views',
      ];
      const items = [ticket, gist, '/v1/people/me'];
      for (const address of [...lists, '/v1/events', '/v1/people', ...items]) {
        const first = await call('GET', address);
        const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
        for (const method of ['GET', 'HEAD']) {
          const response = await call(method, address, { headers });
          assert.deepEqual([response.status, response.text], [304, ''], address);
          const names = [...response.headers.keys()].filter(name => !always.includes(name));
          assert.deepEqual(
            names.sort(),
            items.includes(address) ? [...repeated, 'last-modified'].sort() : repeated,
            address,
          );
          for (const name of names) assert.equal(response.headers.get(name), first.headers.get(name), name);
        }
      }
    });
  });

  describe('an error of a GET', () => {
    it('400, 404, 410, 412 and 422 are cacheable by the client only, with revalidation', async () => {
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } })).body;
      await api().call('DELETE', url);
      for (const [status, address, headers] of [
        [400, '/v1/tickets?cursor=x', {}],
        [404, '/v1/tickets/nowhere', {}],
        [410, url, {}],
        [412, '/v1/people/me', { 'If-Match': '"9"' }],
        [422, '/v1/tickets?nope=1', {}],
      ] as const) {
        const response = await api().call('GET', address, { headers });
        assert.deepEqual([response.status, response.headers.get('cache-control')], [status, 'private, no-cache']);
      }
    });
  });

  describe('HEAD', () => {
    it('200 with the headers of GET and no body', async () => {
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } })).body;
      for (const address of [url, '/v1/tickets?count=true', '/v1/people/me', '/v1', '/v1/rate_limit']) {
        const [get, head] = [await api().call('GET', address), await api().call('HEAD', address)];
        assert.deepEqual([head.status, head.text], [200, '']);
        for (const name of [
          'etag',
          'last-modified',
          'link',
          'x-total-count',
          'content-type',
          'vary',
          'cache-control',
          'allow',
        ]) {
          assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${address}`);
        }
      }
    });
  });
});
