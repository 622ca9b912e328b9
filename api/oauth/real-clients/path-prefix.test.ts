import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { withApi } from '../../testing/api.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';
import { createOpenIdClient } from '../testing/openid-client.ts';

withApi(
  api => {
    describe('a desk whose URL has a path', () => {
      for (const algorithm of ['oidc', 'oauth2'] as const) {
        it(`is discovered by ${algorithm}`, async () => {
          const issuer = new URL(api().url);
          const response = await oauth.discoveryRequest(issuer, { algorithm, [oauth.allowInsecureRequests]: true });
          const found = await oauth.processDiscoveryResponse(issuer, response);
          assert.equal(found.token_endpoint, `${api().url}/oauth/token`);
        });
      }

      it('signs people in with openid-client, whose tokens are valid', async () => {
        const person = await addPerson(api().database, 'mara@desk.example');
        const registered = await addClient(api().database);
        const { discover, signIn, whoAmI } = createOpenIdClient(api().url, person);
        const settings = await discover(registered, registered.clientSecret ?? '');
        const { access_token } = await signIn(settings, registered);
        assert.equal(await whoAmI(settings, access_token), person.email);
      });
    });
  },
  { prefix: '/help/desk' },
);
