import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { withApi } from '../../testing/api.ts';
import type { KnownOAuth } from '../../testing/arbitraries/oauth-places.ts';
import { oauthRequests } from '../../testing/arbitraries/oauth-requests.ts';
import { expectDocumented } from '../../testing/properties/documented-answer.ts';
import { exchangeBytes } from '../../testing/raw-exchange.ts';
import { prepareOAuth } from '../testing/known-oauth.ts';

withApi(
  api => {
    describe('any request to the authorization server', () => {
      let known: KnownOAuth;
      before(async () => {
        known = await prepareOAuth(api(), api().database);
      });

      it('gets no 5xx, and a page, a registered redirect, or JSON in both shapes', async () => {
        const { url } = api();
        const redirects = [
          ...known.clients.map(({ redirectUri }) => redirectUri),
          `${url}/oauth/`,
          `${url}/v1/`,
          'http://localhost:3000/',
        ];
        const statuses = new Set<number>();
        const property = fc.asyncProperty(oauthRequests(known), async request => {
          const answer = await exchangeBytes(url, Buffer.from(request, 'latin1'), 0);
          if (answer === null) return;
          statuses.add(answer.status);
          expectDocumented({ ...answer, text: answer.body.toString() }, redirects, request);
        });
        await fc.assert(property, { numRuns: 250 });
        // Or else it was all refused at the door.
        for (const status of [200, 303, 400, 404, 405]) assert.ok(statuses.has(status), `no ${status}`);
      });

      it('is never an error of ours in the log', () => {
        const errors = api().logged.filter(line => /"level":(50|60)/.test(line));
        assert.deepEqual(errors, []);
      });
    });
  },
  { halfOpen: true },
);
