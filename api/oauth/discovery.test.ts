import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { forEachEngine, oneEngine } from '../testing/engines.ts';
import { authorize, exchangeCode } from './testing/code-flow.ts';
import { addBffClient, addPerson, startOAuthServer, type TestServer } from './testing/oauth-server.ts';

const forged = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  Forwarded: 'host=evil.example;proto=https',
};

/** fetch() sets Host itself. */
const getForged = (url: string): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: forged }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      });
    });
    sent.on('error', reject).end();
  });

for (const prefix of ['', '/help/desk']) {
  forEachEngine(
    database => {
      let server: TestServer;
      before(async () => {
        server = await startOAuthServer(database(), { prefix });
      });
      after(() => server.close());

      describe(`GET /.well-known/… ${prefix && `under ${prefix}`}`, () => {
        for (const name of ['openid-configuration', 'oauth-authorization-server']) {
          it(`200 with the public address of every endpoint, regardless of a forged Host: ${name}`, async () => {
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
          const { clientId, redirectUri } = await addBffClient(database());
          const query = new URLSearchParams({
            response_type: 'code',
            client_id: clientId,
            redirect_uri: redirectUri,
            code_challenge: 'x'.repeat(43),
            code_challenge_method: 'S256',
          });
          const { status, headers } = await getForged(`${server.url}/oauth/authorize?${query}`);
          assert.equal(status, 303);
          assert.ok(String(headers['location']).startsWith(`${server.url}/oauth/sign-in/`));
          const cookies = [headers['set-cookie'] ?? []].flat();
          assert.ok(cookies.length > 0);
          for (const cookie of cookies) {
            assert.match(cookie, new RegExp(`path=${prefix}/oauth/(sign-in|authorize)/`));
            assert.match(cookie, /samesite=lax; httponly/);
            assert.doesNotMatch(cookie, /evil\.example/);
          }
        });

        it('completes the code flow there', async () => {
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
