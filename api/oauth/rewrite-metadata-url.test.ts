import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowInsecureRequests, discovery } from 'openid-client';
import { withApi } from '../testing/api.ts';

const path = '/help/desk+1:b';

withApi(
  api => {
    describe('the metadata of an issuer with a path', () => {
      for (const name of ['oauth-authorization-server', 'openid-configuration']) {
        it(`200 with the same metadata before and after the path: ${name}`, async () => {
          const { origin } = new URL(api().url);
          const suffixed = await fetch(`${api().url}/.well-known/${name}`);
          const prefixed = await fetch(`${origin}/.well-known/${name}${path}?unknown=1`);
          assert.equal(prefixed.status, 200);
          assert.equal(await prefixed.text(), await suffixed.text());
        });
      }

      it('404 at the bare origin, and for other names before the path', async () => {
        const { origin } = new URL(api().url);
        for (const address of ['oauth-authorization-server', 'oauth-authorization-server/help', `jwks${path}`]) {
          assert.equal((await fetch(`${origin}/.well-known/${address}`)).status, 404, address);
        }
      });

      for (const algorithm of ['oidc', 'oauth2'] as const) {
        it(`is discovered by ${algorithm}`, async () => {
          const options = { algorithm, execute: [allowInsecureRequests] };
          const found = await discovery(new URL(api().url), 'any-client', undefined, undefined, options);
          assert.equal(found.serverMetadata().token_endpoint, `${api().url}/oauth/token`);
        });
      }
    });
  },
  { prefix: path },
);
