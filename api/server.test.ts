import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scopes } from '#contract/enums';
import { withApi } from './testing/api.ts';
import { expectValidResponse } from './testing/properties/valid-response.ts';
import { exchangeBytes } from './testing/raw-exchange.ts';

const host = 'Host: localhost\r\n';
const post = `POST /v1/tickets HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;

/** Requests that Node's parser rejects or would answer without a body. */
const rejected: Record<string, [status: number, request: string]> = {
  'headers above the limit of the parser': [431, `GET /v1 HTTP/1.1\r\n${host}X-Filler: ${'x'.repeat(40_000)}\r\n\r\n`],
  'a NUL in a header field': [400, `GET /v1 HTTP/1.1\r\n${host}X-Nul: a\0b\r\n\r\n`],
  'an unknown method': [400, `BREW /v1 HTTP/1.1\r\n${host}\r\n`],
  'another protocol': [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'a tunnel': [400, `CONNECT desk.example:443 HTTP/1.1\r\n${host}\r\n`],
  'data that is not HTTP': [400, 'nonsense\r\n\r\n'],
  'a space in a header name': [400, `GET /v1 HTTP/1.1\r\n${host}Bad Header: a\r\n\r\n`],
  'a URL above the limit of the parser': [431, `GET /v1?q=${'x'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`],
  'no Host': [400, 'GET /v1 HTTP/1.1\r\n\r\n'],
  'two Hosts': [400, `GET /v1 HTTP/1.1\r\n${host}${host}\r\n`],
  'two lengths': [400, `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  'a length and chunks': [400, `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
};

withApi(
  api => {
    const exchange = async (request: string, endAfterMilliseconds: 0 | null = null) => {
      const response = await exchangeBytes(api().url, Buffer.from(request, 'latin1'), endAfterMilliseconds);
      assert.ok(response !== null, 'no response');
      expectValidResponse(response, request);
      return response.status;
    };

    describe('a malformed request', () => {
      for (const [title, [status, request]] of Object.entries(rejected)) {
        it(`${status} in the error format for ${title}`, async () => assert.equal(await exchange(request), status));
      }
    });

    describe('200 for a request before a pipelined request', () => {
      for (const [title, rejectedRequest] of [
        ['that is malformed', 'BREW\r\n\r\n'],
        ['that is CONNECT', `CONNECT desk.example:443 HTTP/1.1\r\n${host}\r\n`],
      ] as const) {
        it(title, async () => {
          const token = await api().createRoleToken('agent', scopes);
          const request = `GET /v1/tickets HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n\r\n`;
          assert.equal(await exchange(request + rejectedRequest), 200);
        });
      }
    });

    describe('a body that does not match its headers', () => {
      const bodies = {
        'a chunk without a size': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
        'fewer bytes than announced': 'Content-Length: 20\r\n\r\n{"subject":"Short"}',
        'invalid gzip': 'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
      };
      for (const [title, rest] of Object.entries(bodies)) {
        it(`400 in the error format for ${title}`, async () => {
          const token = await api().createRoleToken('agent', scopes);
          assert.equal(await exchange(`${post}Authorization: Bearer ${token}\r\n${rest}`, 0), 400);
        });
      }
    });

    describe('Expect', () => {
      it('200 for an unknown expectation, which the server may ignore', async () => {
        assert.equal(await exchange(`GET /v1 HTTP/1.1\r\n${host}Expect: the-unexpected\r\n\r\n`), 200);
      });
    });
  },
  { halfOpen: true },
);
