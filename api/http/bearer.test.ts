import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { scopes } from '#contract/enums';
import { sha256 } from '../oauth/hash.ts';
import { createFormBrowser } from '../oauth/testing/browser.ts';
import { authorize, exchangeCode } from '../oauth/testing/code-flow.ts';
import { addBffClient, addPerson } from '../oauth/testing/oauth-server.ts';
import { listScriptTokens } from '../oauth/tokens/script-tokens.ts';
import { withApi } from '../testing/api.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';

const bareChallenge = 'Bearer realm="stardesk"';

/** Unauthenticated requests: their token is missing or not in the form of RFC 6750 2.1. */
const misplacedTokens: Record<string, (token: string) => string> = {
  'no Authorization header': () => '',
  'an empty header': () => 'Authorization: \r\n',
  'Proxy-Authorization': token => `Proxy-Authorization: Bearer ${token}\r\n`,
  'a header with a different name': token => `X-Access-Token: ${token}\r\nX-Authorization: Bearer ${token}\r\n`,
  'a cookie': token => `Cookie: access_token=${token}; Authorization=Bearer ${token}\r\n`,
  'a Basic password': token => `Authorization: Basic ${btoa(`token:${token}`)}\r\n`,
  'a different scheme': token => `Authorization: DPoP ${token}\r\n`,
  'no scheme': token => `Authorization: ${token}\r\n`,
  'a scheme with the same prefix': token => `Authorization: Bearers ${token}\r\n`,
  'a tab instead of a space': token => `Authorization: Bearer\t${token}\r\n`,
};

const malformed: Record<string, (token: string) => string> = {
  'no token': () => 'Bearer',
  'spaces instead of a token': () => 'Bearer    ',
  quotes: token => `Bearer "${token}"`,
  'two tokens': token => `Bearer ${token} ${token}`,
  'a list': token => `Bearer ${token}, Bearer ${token}`,
  'a parameter': token => `Bearer token=${token}, realm=a`,
  'a letter beyond ASCII': token => `Bearer ${token}\xe9`,
  'padding at the start': token => `Bearer =${token}`,
};

withApi(api => {
  let token = '';
  before(async () => {
    token = await api().createRoleToken('agent', scopes);
  });
  const send = async (fields: string, target = 'GET /v1/tickets', body = '') => {
    const head = `${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`;
    const response = await exchangeBytes(api().url, Buffer.from(head, 'latin1'));
    assert.ok(response !== null);
    const { code } = JSON.parse(response.body.toString()) as { code?: number };
    const [challenge, caching] = ['www-authenticate', 'cache-control'].map(name => response.headers.get(name));
    return { status: response.status, code, challenge, caching };
  };
  const unauthenticated = { status: 401, code: 40100, challenge: bareChallenge, caching: 'no-store' };

  describe('a bearer token', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      it(`200 with ${scheme}: schemes are case-insensitive (RFC 9110 11.1)`, async () => {
        for (const value of [`${scheme} ${token}`, `${scheme}   ${token}`, `${scheme} ${token}  `]) {
          assert.equal((await send(`Authorization: ${value}\r\n`)).status, 200);
        }
      });
    }

    for (const [title, fields] of Object.entries(misplacedTokens)) {
      it(`401 without an error code in the challenge for ${title}`, async () => {
        assert.deepEqual(await send(fields(token)), unauthenticated);
      });
    }

    it('401 without an error code in the challenge for a token in the query or a form (RFC 6750 2.2 and 2.3)', async () => {
      const form = `access_token=${token}`;
      const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`;
      assert.deepEqual(await send('', `GET /v1/tickets?${form}`), unauthenticated);
      assert.deepEqual(await send(type, 'POST /v1/tickets', form), unauthenticated);
      assert.deepEqual(await send(type, 'GET /v1/tickets', form), unauthenticated);
    });

    it('422 for a token in both the query and the header: the parameter is unknown', async () => {
      assert.equal(
        (await send(`Authorization: Bearer ${token}\r\n`, `GET /v1/tickets?access_token=${token}`)).status,
        422,
      );
    });

    for (const [title, value] of Object.entries(malformed)) {
      it(`401 invalid_token for ${title}`, async () => {
        const { status, code, challenge, caching } = await send(`Authorization: ${value(token)}\r\n`);
        assert.deepEqual([status, code, caching], [401, 40101, 'no-store']);
        assert.equal(challenge, `${bareChallenge}, error="invalid_token"`);
      });
    }

    it('400 for two Authorization headers, even if one is valid', async () => {
      const [valid, other] = [`Authorization: Bearer ${token}\r\n`, 'authorization: Bearer other\r\n'];
      for (const fields of [valid + other, other + valid, valid + valid, `${valid}Authorization: Basic YTpi\r\n`]) {
        assert.deepEqual(await send(fields).then(({ status, code }) => [status, code]), [400, 40000]);
      }
      assert.equal((await send(valid + other, 'POST /oauth/token')).status, 400);
    });

    it('401 invalid_token for any other credential and for a modified access token', async () => {
      const { database } = api();
      const [person, client] = [await addPerson(database, 'mara@desk.example'), await addBffClient(database)];
      const browser = createFormBrowser();
      const flow = { server: api(), person, client, browser, parameters: { scope: 'openid tickets:read' } };
      const [first, second] = [await authorize(flow), await authorize(flow)];
      const { body } = await exchangeCode(flow, first);
      const [script] = await listScriptTokens(database.read, Date.now());
      const others: Record<string, string | null | undefined> = {
        'a refresh token': body.refresh_token,
        'an ID token': body.id_token,
        'a code': second.back.searchParams.get('code'),
        'a session’s cookie': browser.cookies.find(({ name }) => name === 'stardesk_sign_in')?.value,
        'the secret of a client': client.clientSecret,
        'the id of a script token': script?.id,
        'the hash of a token': sha256(token),
        'a token with an extra letter': `${token}x`,
        'a token without its first letter': token.slice(1),
        'a token in the opposite letter case':
          token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
        padding: `${token}=`,
      };
      for (const [title, value] of Object.entries(others)) {
        const { status, code, challenge } = await send(`Authorization: Bearer ${value}\r\n`);
        assert.deepEqual([status, code], [401, 40101], title);
        assert.match(challenge ?? '', /^Bearer realm="stardesk", error="invalid_token", error_description="[^"]+"$/);
      }
      assert.equal((await send(`Authorization: Bearer ${body.access_token}\r\n`)).status, 200);
    });
  });
});
