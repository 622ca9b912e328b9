import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi } from '../../testing/api.ts';
import type { KnownOAuth } from '../../testing/arbitraries/oauth-endpoints.ts';
import { oauthRequests } from '../../testing/arbitraries/oauth-requests.ts';
import { expectOAuthResponse } from '../../testing/properties/oauth-response.ts';
import { exchangeBytes } from '../../testing/raw-exchange.ts';
import { prepareOAuth } from '../testing/prepare-oauth.ts';

forEachApi(
  api => {
    describe('any request to the authorization server', () => {
      let fixtures: KnownOAuth;
      before(async () => {
        fixtures = await prepareOAuth(api(), api().database);
      });

      it('gets a page, a registered redirect or JSON with the error members of OAuth or the API, never a 5xx', async () => {
        const { url } = api();
        const redirects = [
          ...fixtures.clients.map(({ redirectUri }) => redirectUri),
          `${url}/oauth/`,
          `${url}/v1/`,
          'http://localhost:3000/',
        ];
        const statuses = new Set<number>();
        const property = fc.asyncProperty(oauthRequests(fixtures), async request => {
          const response = await exchangeBytes(url, Buffer.from(request, 'latin1'), 0);
          if (response === null) return;
          statuses.add(response.status);
          expectOAuthResponse({ ...response, text: response.body.toString() }, redirects, request);
        });
        await fc.assert(property, { numRuns: 800 });
        // Ensures that not every request was rejected early.
        for (const status of [200, 303, 400, 404, 405]) assert.ok(statuses.has(status), `no ${status}`);
      });

      it('logs no error', () => {
        const errors = api().logged.filter(line => /"level":(50|60)/.test(line));
        assert.deepEqual(errors, []);
      });
    });
  },
  { halfOpen: true },
);
