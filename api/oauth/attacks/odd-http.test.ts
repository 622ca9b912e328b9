import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { expectDocumented } from '../../testing/properties/documented-answer.ts';
import { exchangeBytes } from '../../testing/raw-exchange.ts';
import { authorizationUrl, basic } from '../testing/code-flow.ts';
import { addBffClient } from '../testing/server.ts';

const body = 'grant_type=refresh_token&refresh_token=unknown';
const length = `Content-Length: ${body.length}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const inChunks = (text: string, extension = '') => `${text.length.toString(16)}${extension}\r\n${text}\r\n0\r\n\r\n`;
const post = 'POST /oauth/token HTTP/1.1';

/** Ways to frame a token request: the first line, its own header fields, what follows, and the status; 400 for a bad grant too. */
const framed: [what: string, status: number, first: string, fields: string, content: string][] = [
  ['a length and chunks', 400, post, length + chunked, inChunks(body)],
  ['two lengths', 400, post, `${length}Content-Length: 0\r\n`, body],
  ['a length with a sign', 400, post, `Content-Length: +${body.length}\r\n`, body],
  ['chunks under another name', 400, post, 'Transfer-Encoding: xchunked\r\n', inChunks(body)],
  ['chunks after something else', 400, post, 'Transfer-Encoding: chunked, identity\r\n', inChunks(body)],
  ['a chunk without a size', 400, post, chunked, `zz\r\n${body}\r\n`],
  ['a folded header field', 400, post, `${length}X-Folded: a\r\n b\r\n`, body],
  ['a space before the colon', 400, post, `${length}X-Space : a\r\n`, body],
  ['a method in small letters', 400, 'post /oauth/token HTTP/1.1', length, body],
  ['a method of WebDAV', 405, 'PROPFIND /oauth/token HTTP/1.1', length, body],
  ['a loop back', 405, 'TRACE /oauth/token HTTP/1.1', '', ''],
  ['the form in the address of a GET', 405, `GET /oauth/token?${body} HTTP/1.1`, '', ''],
  ['the form as the body of a GET', 405, 'GET /oauth/token HTTP/1.1', length, body],
  ['the form in the address of a POST', 400, `POST /oauth/token?${body} HTTP/1.1`, '', ''],
  [
    'GET that says it is POST',
    405,
    `GET /oauth/token?${body}&_method=POST HTTP/1.1`,
    'X-HTTP-Method-Override: POST\r\n',
    '',
  ],
  ['chunks', 400, post, chunked, inChunks(body)],
  ['chunks with extensions', 400, post, chunked, inChunks(body, ';a="b"')],
  ['a whole address of elsewhere', 400, 'POST http://evil.example/oauth/token HTTP/1.1', length, body],
  ['an older version', 400, 'POST /oauth/token HTTP/1.0', length, body],
  [
    'POST that says it is GET',
    400,
    post,
    `${length}X-HTTP-Method-Override: GET\r\nX-Method-Override: DELETE\r\n`,
    body,
  ],
  ['two clients', 400, post, `${length}Authorization: Basic YTpi\r\n`, body],
  ['an address that is too long', 414, `POST /oauth/token?${'x'.repeat(9000)} HTTP/1.1`, length, body],
  ['header fields that are too large', 431, post, `${length}X-Filler: ${'x'.repeat(17_000)}\r\n`, body],
  ['an address in a header', 400, post, `${length}X-Original-URL: /oauth/jwks\r\nX-Rewrite-URL: /oauth/jwks\r\n`, body],
];

/** What is not quite an address of the server, and might be taken for one by something before it. */
const beside = [
  ...[
    '//oauth/token',
    '/oauth//token',
    '/oauth/token/',
    '/OAuth/token',
    '/oauth/Token',
    '/oauth%2ftoken',
    '/%6fauth/token',
  ],
  ...[
    '/oauth/%74oken',
    '/oauth/token%00',
    '/oauth/token%20',
    '/oauth/token;a=b',
    '/oauth/token/../token',
    '/./oauth/token',
  ],
  ...[
    '/v1/../oauth/token',
    '/v1/%2e%2e/oauth/token',
    '/oauth/token.json',
    '/oauth\\token',
    '/oauth/token/x',
    '/v1//oauth/token',
  ],
];

withApi(api => {
  let identity = '';
  before(async () => {
    identity = `Authorization: ${basic(await addBffClient(api().database))}\r\n`;
  });
  const send = async (head: string, content = '') => {
    const answer = await exchangeBytes(api().url, Buffer.from(`${head}\r\n${content}`, 'latin1'));
    assert.ok(answer !== null, 'no answer');
    expectDocumented({ ...answer, text: answer.body.toString() }, [`${api().url}/`], head);
    return answer;
  };
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';

  describe('a token request', () => {
    for (const [what, status, first, fields, content] of framed) {
      it(`${status} with ${what}`, async () => {
        const answer = await send(`${first}\r\nHost: localhost\r\n${identity}${type}${fields}`, content);
        assert.equal(answer.status, status, answer.body.toString());
      });
    }

    it('401 when who asks comes after the body', async () => {
      const trailer = `${body.length.toString(16)}\r\n${body}\r\n0\r\n${identity}\r\n`;
      const answer = await send(`${post}\r\nHost: localhost\r\nTrailer: Authorization\r\n${type}${chunked}`, trailer);
      assert.equal(answer.status, 401);
    });

    for (const path of beside) {
      it(`404, 400 or 308 for ${path}, and never an answer of the token endpoint`, async () => {
        const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${identity}${type}${length}`;
        const answer = await send(head, body);
        assert.ok([400, 404, 308].includes(answer.status), `${answer.status}`);
        assert.doesNotMatch(answer.body.toString(), /"error"|grant/);
      });
    }
  });

  describe('a request that is too large', () => {
    it('414 for an address of more than 8 KiB, 431 for as many cookies or other header fields', async () => {
      const bff = await addBffClient(api().database);
      const { pathname, search } = authorizationUrl({ server: api(), client: bff }, 'x'.repeat(43));
      const get = `GET ${pathname}${search}`;
      assert.equal((await send(`${get}&nonce=${'x'.repeat(9000)} HTTP/1.1\r\nHost: localhost\r\n`)).status, 414);
      for (const field of [`Cookie: ${'a=b; '.repeat(4000)}`, `X-Filler: ${'x'.repeat(17_000)}`]) {
        assert.equal((await send(`${get} HTTP/1.1\r\nHost: localhost\r\n${field}\r\n`)).status, 431);
      }
      const odd =
        'Cookie: =; ; a; b=; stardesk_step; stardesk_step=; __proto__=x; stardesk_sign_in=x; stardesk_sign_in.sig=y';
      assert.equal((await send(`${get} HTTP/1.1\r\nHost: localhost\r\n${odd}\r\n`)).status, 303);
    });
  });
});
