import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine, oneEngine } from '../testing/engines.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';
import { authorizationUrl, authorize, exchangeCode } from './testing/code-flow.ts';
import { addBffClient, addPerson, startOAuthServer, type TestServer } from './testing/oauth-server.ts';

/** Sends a GET request with headers that claim a different host and scheme. */
const getForged = async (url: string) => {
  const { pathname, search } = new URL(url);
  const fields = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\n';
  const head = `GET ${pathname}${search} HTTP/1.1\r\n${fields}Forwarded: host=evil.example;proto=https\r\n\r\n`;
  const { status, headers, body } = (await exchangeBytes(url, Buffer.from(head))) ?? assert.fail();
  return { status, headers, text: body.toString() };
};

for (const prefix of ['', '/help/desk']) {
  forEachEngine(
    database => {
      let server: TestServer;
      before(async () => {
        server = await startOAuthServer(database(), { prefix });
      });
      after(() => server.close());

      describe(`the authorization server${prefix && ` under ${prefix}`}`, () => {
        for (const name of ['openid-configuration', 'oauth-authorization-server']) {
          it(`200 with public endpoint URLs at /.well-known/${name}, regardless of a forged Host`, async () => {
            const { status, text } = await getForged(`${server.url}/.well-known/${name}`);
            assert.equal(status, 200);
            assert.doesNotMatch(text, /evil\.example|https:/);
            assert.partialDeepStrictEqual(JSON.parse(text), {
              issuer: server.url,
              authorization_endpoint: `${server.url}/oauth/authorize`,
              token_endpoint: `${server.url}/oauth/token`,
              revocation_endpoint: `${server.url}/oauth/revoke`,
              introspection_endpoint: `${server.url}/oauth/introspect`,
              end_session_endpoint: `${server.url}/oauth/logout`,
              jwks_uri: `${server.url}/oauth/jwks`,
              authorization_response_iss_parameter_supported: true,
              code_challenge_methods_supported: ['S256'],
            });
          });
        }

        it('200 with only public keys at /oauth/jwks', async () => {
          const { keys } = (await (await fetch(`${server.url}/oauth/jwks`)).json()) as {
            keys: Record<string, string>[];
          };
          assert.equal(keys.length, 1);
          assert.deepEqual(Object.keys(keys[0] ?? {}).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
        });

        it('303 to the public address, with cookies for its path, regardless of a forged Host', async () => {
          const client = await addBffClient(database());
          const { status, headers } = await getForged(authorizationUrl({ server, client }).href);
          assert.equal(status, 303);
          assert.ok(headers.get('location')?.startsWith(`${server.url}/oauth/sign-in/`));
          const cookies = headers.getSetCookie();
          assert.ok(cookies.length > 0);
          for (const cookie of cookies) {
            assert.match(cookie, new RegExp(`path=${prefix}/oauth/(sign-in|authorize)/`));
            assert.match(cookie, /samesite=lax; httponly/);
            assert.doesNotMatch(cookie, /evil\.example/);
          }
        });

        it('completes the code flow at the public address', async () => {
          const client = await addBffClient(database());
          const person = await addPerson(database(), `mara${Date.now()}@desk.example`);
          const flow = { server, person, client };
          assert.equal((await exchangeCode(flow, await authorize(flow))).status, 200);
        });
      });
    },
    { engines: oneEngine },
  );
}
