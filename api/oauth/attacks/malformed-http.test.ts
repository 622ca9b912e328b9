import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { expectOAuthResponse } from '../../testing/properties/oauth-response.ts';
import { exchangeBytes } from '../../testing/raw-exchange.ts';
import { authorizationUrl, toBasicAuthorization } from '../testing/code-flow.ts';
import { addBffClient } from '../testing/oauth-server.ts';

const body = 'grant_type=refresh_token&refresh_token=unknown';
const length = `Content-Length: ${body.length}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const inChunks = (text: string, extension = '') => `${text.length.toString(16)}${extension}\r\n${text}\r\n0\r\n\r\n`;
const overriddenToPost = 'X-HTTP-Method-Override: POST\r\n';
const post = 'POST /oauth/token HTTP/1.1';

/** Token requests that api/server.test.ts does not send. An accepted request gets 400, because the token is unknown. */
const variants: [title: string, status: number, first: string, fields: string, content: string][] = [
  ['a Content-Length with a plus sign', 400, post, `Content-Length: +${body.length}\r\n`, body],
  ['an unknown transfer coding', 400, post, 'Transfer-Encoding: xchunked\r\n', inChunks(body)],
  ['chunked followed by another coding', 400, post, 'Transfer-Encoding: chunked, identity\r\n', inChunks(body)],
  ['a folded header field', 400, post, `${length}X-Folded: a\r\n b\r\n`, body],
  ['a space before the colon', 400, post, `${length}X-Space : a\r\n`, body],
  ['a lowercase method', 400, 'post /oauth/token HTTP/1.1', length, body],
  ['a method of WebDAV', 405, 'PROPFIND /oauth/token HTTP/1.1', length, body],
  ['TRACE', 405, 'TRACE /oauth/token HTTP/1.1', '', ''],
  ['the form in the URL of a GET', 405, `GET /oauth/token?${body} HTTP/1.1`, '', ''],
  ['the form as the body of a GET', 405, 'GET /oauth/token HTTP/1.1', length, body],
  ['the form in the URL of a POST', 400, `POST /oauth/token?${body} HTTP/1.1`, '', ''],
  ['GET overridden to POST', 405, `GET /oauth/token?${body}&_method=POST HTTP/1.1`, overriddenToPost, ''],
  ['chunks', 400, post, chunked, inChunks(body)],
  ['chunks with extensions', 400, post, chunked, inChunks(body, ';a="b"')],
  ['an absolute URL of another host', 400, 'POST http://evil.example/oauth/token HTTP/1.1', length, body],
  ['HTTP/1.0', 400, 'POST /oauth/token HTTP/1.0', length, body],
  ['POST overridden to GET', 400, post, `${length}X-HTTP-Method-Override: GET\r\nX-Method-Override: DELETE\r\n`, body],
  ['two Authorization headers', 400, post, `${length}Authorization: Basic YTpi\r\n`, body],
  ['a URL that is too long', 414, `POST /oauth/token?${'x'.repeat(9000)} HTTP/1.1`, length, body],
  ['cookies that are too large', 431, post, `${length}Cookie: ${'a=b; '.repeat(4000)}\r\n`, body],
  ['header fields that are too large', 431, post, `${length}X-Filler: ${'x'.repeat(17_000)}\r\n`, body],
  ['a rewritten URL in a header', 400, post, `${length}X-Original-URL: /oauth/jwks\r\nX-Rewrite-URL: /\r\n`, body],
];

/** Paths that look like the token endpoint and that a proxy might normalize to it. */
const similarPaths = [
  '//oauth/token /oauth//token /v1//oauth/token /oauth/token/ /oauth/token/x /oauth/token.json /oauth/token;a=b',
  '/OAuth/token /oauth/Token /oauth%2ftoken /%6fauth/token /oauth/%74oken /oauth/token%00 /oauth/token%20',
  '/oauth/token/../token /./oauth/token /v1/../oauth/token /v1/%2e%2e/oauth/token /oauth\\token',
].flatMap(line => line.split(' '));

withApi(api => {
  let identity = '';
  before(async () => {
    identity = `Authorization: ${toBasicAuthorization(await addBffClient(api().database))}\r\n`;
  });
  const send = async (head: string, content = '') => {
    const response = await exchangeBytes(api().url, Buffer.from(`${head}\r\n${content}`, 'latin1'));
    assert.ok(response !== null, 'no response');
    expectOAuthResponse({ ...response, text: response.body.toString() }, [`${api().url}/`], head);
    return response;
  };
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';

  describe('a token request', () => {
    for (const [title, status, first, fields, content] of variants) {
      it(`${status} with ${title}`, async () => {
        const response = await send(`${first}\r\nHost: localhost\r\n${identity}${type}${fields}`, content);
        assert.equal(response.status, status, response.body.toString());
      });
    }

    it('401 when Authorization is sent as a trailer', async () => {
      const trailer = `${body.length.toString(16)}\r\n${body}\r\n0\r\n${identity}\r\n`;
      const response = await send(`${post}\r\nHost: localhost\r\nTrailer: Authorization\r\n${type}${chunked}`, trailer);
      assert.equal(response.status, 401);
    });

    for (const path of similarPaths) {
      it(`404, 400 or 308 for ${path}, never a response of the token endpoint`, async () => {
        const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${identity}${type}${length}`;
        const response = await send(head, body);
        assert.ok([400, 404, 308].includes(response.status), `${response.status}`);
        assert.doesNotMatch(response.body.toString(), /"error"|grant/);
      });
    }
  });

  it('303 for an authorization request with malformed cookies', async () => {
    const cookies =
      '=; ; a; b=; stardesk_step; stardesk_step=; __proto__=x; stardesk_sign_in=x; stardesk_sign_in.sig=y';
    const bff = await addBffClient(api().database);
    const { pathname, search } = authorizationUrl({ server: api(), client: bff });
    const head = `GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\n`;
    assert.equal((await send(head)).status, 303);
  });
});
