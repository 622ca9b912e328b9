import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { exchangeBytes } from '../../testing/raw-exchange.ts';

withApi(api => {
  const send = async (head: string) => {
    const response = await exchangeBytes(api().url, Buffer.from(`${head}\r\n`));
    assert.ok(response !== null, 'no response');
    return response;
  };

  describe('pages of other origins', () => {
    it('cannot read sign-in pages, responses to forms or responses to requests with cookies', async () => {
      const origin = 'Host: localhost\r\nOrigin: https://evil.example\r\nCookie: stardesk_sign_in=x\r\n';
      const preflight = 'Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: cookie\r\n';
      for (const path of ['authorize', 'sign-in/x', 'consent/x', 'logout', 'programs'].map(name => `/oauth/${name}`)) {
        for (const head of [`GET ${path}`, `POST ${path}`, `OPTIONS ${path}`]) {
          const { headers } = await send(`${head} HTTP/1.1\r\n${origin}${preflight}`);
          assert.ok(![...headers.keys()].some(name => name.startsWith('access-control-')), head);
        }
      }
      for (const path of ['/oauth/token', '/v1/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/jwks']) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const { headers } = await send(`${method} ${path} HTTP/1.1\r\n${origin}${preflight}`);
          assert.equal(headers.get('access-control-allow-origin'), '*', path);
          assert.equal(headers.get('access-control-allow-credentials'), null, path);
        }
      }
    });
  });
});
