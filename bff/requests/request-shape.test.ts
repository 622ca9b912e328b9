import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { formatHead, sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

/** A raw request, the expected statuses, and the requests that the API receives. */
type Shape = [request: string, statuses: number[], forwarded?: string[]];

/** A second request, hidden in the body of the first. */
const smuggled = '0\r\n\r\nGET /api/people HTTP/1.1\r\nHost: desk\r\n\r\n';

test('a raw request', async t => {
  const desk = await startSignedInDesk(t);
  const forwarded: string[] = [];
  desk.upstream.respond = async (req, res) => {
    const body = await text(req).catch(() => null);
    if (body === null) return void res.destroy();
    forwarded.push(`${req.method} ${req.url} ${body}`.trim());
    res.end(`response to ${req.url}`);
  };
  const withKeepAlive = (line: string, more = '') => `${formatHead(desk, line)}${more}\r\n`;
  const withClose = (line: string, more = '') => withKeepAlive(line, `Connection: close\r\n${more}`);
  const get = (more = '') => withClose('GET /api/tickets HTTP/1.1', more);
  const post = (framing: string, body = smuggled) => withClose('POST /api/tickets HTTP/1.1', `${framing}\r\n`) + body;
  const chunked = (body: string) => post('Transfer-Encoding: chunked', body);
  const withoutHost = (line: string, more = '') => withClose(line, more).replace('Host: desk\r\n', '');

  const shapes: Record<string, Shape> = {
    // Length of the body.
    'a length and chunks': [post('Content-Length: 4\r\nTransfer-Encoding: chunked'), [400]],
    'chunks and a length': [post('Transfer-Encoding: chunked\r\nContent-Length: 4'), [400]],
    'two lengths': [post('Content-Length: 4\r\nContent-Length: 5'), [400]],
    'the same length twice': [post('Content-Length: 4\r\nContent-Length: 4', 'abcd'), [400]],
    'a length in hexadecimal': [post('Content-Length: 0x4'), [400]],
    'an unknown coding': [post('Transfer-Encoding: xchunked'), [400]],
    'a coding after chunked': [post('Transfer-Encoding: chunked, identity'), [400]],
    'a coding before chunked': [post('Transfer-Encoding: gzip, chunked'), [400]],
    'identity before chunked': [post('Transfer-Encoding: identity, chunked'), [400]],
    'identity alone': [post('Transfer-Encoding: identity'), [400]],
    'chunked twice': [post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'), [400]],
    'identity in an earlier line': [post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked'), [400]],
    'chunked and an empty coding': [post('Transfer-Encoding: chunked,'), [400]],
    'chunked with a parameter': [post('Transfer-Encoding: chunked;a=b'), [400]],
    'chunked in quotes': [post('Transfer-Encoding: "chunked"'), [400]],
    'chunked hidden in a folded field': [post('X-A: b\r\n Transfer-Encoding: chunked'), [400]],
    'a space before the colon': [post('Transfer-Encoding : chunked'), [400]],
    'chunks in HTTP/1.0': [withClose('POST /api/tickets HTTP/1.0', 'Transfer-Encoding: chunked\r\n') + smuggled, [400]],
    'CHUNKED, after a tab': [
      post('Transfer-Encoding:\tCHUNKED', '4\r\nabcd\r\n0\r\n\r\n'),
      [200],
      ['POST /v1/tickets abcd'],
    ],
    'a field with a similar name': [post('Transfer_Encoding: chunked', ''), [200], ['POST /v1/tickets']],
    'a GET with a body': [`${get('Content-Length: 4\r\n')}abcd`, [200], ['GET /v1/tickets abcd']],
    // Chunks.
    'a chunk with an extension': [chunked('4;a=b\r\nabcd\r\n0\r\n\r\n'), [200], ['POST /v1/tickets abcd']],
    'an extension that ends with LF': [chunked('4;a\nabcd\r\n0\r\n\r\n'), [400]],
    'an endless extension': [chunked(`4;${'a'.repeat(20_000)}\r\nabcd\r\n0\r\n\r\n`), [400]],
    'a chunk of size 0x4': [chunked('0x4\r\nabcd\r\n0\r\n\r\n'), [400]],
    'a chunk longer than its size': [chunked('4\r\nabcdX\r\n0\r\n\r\n'), [400]],
    'a trailer with Content-Length': [chunked('4\r\nabcd\r\n0\r\nContent-Length: 9\r\n\r\n'), [400]],
    // Lines and fields.
    'lines that end with LF': [get().replaceAll('\r\n', '\n'), [400]],
    'a field with an LF': [get('X-A: a\nTransfer-Encoding: chunked\r\n'), [400]],
    'a field with a CR': [get('X-A: a\rX-B: b\r\n'), [400]],
    'a NUL in a value': [get('X-A: a\0b\r\n'), [400]],
    'fields above 32 KiB': [get(`X-A: ${'a'.repeat(33_000)}\r\n`), [431]],
    'thousands of fields': [get('A: b\r\n'.repeat(5000)), [431]],
    'a hundred fields': [get('A: b\r\n'.repeat(100)), [200], ['GET /v1/tickets']],
    // The first line.
    'a target that is a whole URL': [
      withClose('GET http://evil.example/api/tickets?a=b HTTP/1.1'),
      [200],
      ['GET /v1/tickets?a=b'],
    ],
    'a target with another scheme': [withClose('GET ftp://evil.example/api/tickets HTTP/1.1'), [400]],
    'a target of *': [withClose('GET * HTTP/1.1'), [400]],
    'a target with a space': [withClose('GET /api/tickets /x HTTP/1.1'), [400]],
    'a target beyond ASCII': [withClose('GET /api/tick\xe9ts HTTP/1.1'), [400]],
    'a tunnel': ['CONNECT api:4000 HTTP/1.1\r\nHost: api:4000\r\n\r\nGET /v1/people HTTP/1.1\r\n\r\n', [400]],
    TRACE: [withClose('TRACE / HTTP/1.1'), [405]],
    'OPTIONS of everything': [withClose('OPTIONS * HTTP/1.1'), [405]],
    'an unknown method': [withClose('BREW /api/tickets HTTP/1.1'), [400]],
    'HTTP/2.0 as text': [withClose('GET /api/tickets HTTP/2.0'), [400]],
    TLS: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    // Host.
    'no Host': [withoutHost('GET /api/tickets HTTP/1.1'), [400]],
    'no Host in HTTP/1.0': [withoutHost('GET /api/tickets HTTP/1.0'), [200], ['GET /v1/tickets']],
    'two Hosts': [get('Host: evil.example\r\n'), [400]],
    'the same Host twice': [get('Host: desk\r\n'), [400]],
    'an empty Host': [withoutHost('GET /api/tickets HTTP/1.1', 'Host:\r\n'), [400]],
    'a Host with a path': [withoutHost('GET /api/tickets HTTP/1.1', 'Host: desk/evil\r\n'), [400]],
    'a Host with a user': [withoutHost('GET /api/tickets HTTP/1.1', 'Host: evil@desk\r\n'), [400]],
    // Upgrades and unknown expectations, which the server ignores.
    'an upgrade to h2c': [
      get('Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n').replace('close', 'Upgrade, HTTP2-Settings, close'),
      [200],
      ['GET /v1/tickets'],
    ],
    'an upgrade to a web socket': [
      get('Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n').replace('close', 'Upgrade, close'),
      [200],
      ['GET /v1/tickets'],
    ],
    'an unknown expectation': [
      post('Expect: the-unexpected\r\nContent-Length: 4', 'abcd'),
      [200],
      ['POST /v1/tickets abcd'],
    ],
    // Duplicate CSRF headers.
    'X-CSRF twice': [get('X-CSRF: 1\r\n'), [403]],
    'Sec-Fetch-Site twice': [get('Sec-Fetch-Site: same-origin\r\n'), [403]],
    // Pipelined requests.
    'a request followed by garbage': [
      `${withKeepAlive('GET /api/tickets/1 HTTP/1.1')}HELLO\r\n\r\n`,
      [200, 400],
      ['GET /v1/tickets/1'],
    ],
    'a body for an endpoint that ignores it': [
      `${withKeepAlive('GET /healthz HTTP/1.1', 'Content-Length: 44\r\n')}${'GET /api/people HTTP/1.1\r\nHost: desk\r\n\r\n'.padEnd(44)}${get()}`,
      [200, 200],
      ['GET /v1/tickets'],
    ],
  };

  for (const [title, [request, statuses, expected = []]] of Object.entries(shapes)) {
    await t.test(`${statuses.join(', ')} for ${title}`, async () => {
      forwarded.length = 0;
      const response = await sendRaw(desk.url, request);
      const received = [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      assert.deepEqual(received, statuses, response);
      if (statuses.at(-1) !== 200) {
        assert.match(response, new RegExp(`"code": ${statuses.at(-1)}0\\d`));
        assert.match(response, /\r\nx-request-id: [\da-f-]{36}\r\n/i);
        assert.match(response, /\r\ncache-control: no-store\r\n/i);
        assert.match(response, /\r\nconnection: close\r\n/i);
      }
      assert.deepEqual(forwarded, expected);
    });
  }

  await t.test('responses are in the order of their requests, regardless of their duration', async () => {
    const second = Promise.withResolvers<void>();
    desk.upstream.respond = async (req, res) => {
      if (req.url === '/v1/tickets/2') second.resolve();
      await second.promise;
      res.end(`response to ${req.url}`);
    };
    const requests = [
      withKeepAlive('GET /api/tickets/1 HTTP/1.1'),
      withKeepAlive('GET /healthz HTTP/1.1'),
      withClose('GET /api/tickets/2 HTTP/1.1'),
    ];
    const response = await sendRaw(desk.url, requests.join(''));
    assert.match(response, /response to \/v1\/tickets\/1[\s\S]+"status":"ok"[\s\S]+response to \/v1\/tickets\/2$/);
  });
});
