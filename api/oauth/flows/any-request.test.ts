import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import type { KnownOAuth } from '../../testing/arbitraries/oauth-places.ts';
import { oauthRequests } from '../../testing/arbitraries/oauth-requests.ts';
import { expectDocumented } from '../../testing/properties/documented-answer.ts';
import { exchangeBytes } from '../../testing/raw-exchange.ts';
import { ensureDocsClient } from '../clients/docs-client.ts';
import { authorize, basic, exchange, openForm } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson } from '../testing/server.ts';

const patienceMilliseconds = 100;

/** Clients of every kind, a browser in the middle of signing in and one that has, a code and tokens. */
const prepare = async (api: TestApi): Promise<KnownOAuth> => {
  const { database } = api;
  const docs = { clientId: 'desk-docs', clientSecret: null, redirectUri: `${api.url}/v1/docs/oauth2-redirect.html` };
  await ensureDocsClient(database, docs.redirectUri, Date.now);
  const bff = await addBffClient(database);
  const clients = [bff, docs, await addClient(database), await addClient(database, { kind: 'public' })];
  const person = await addPerson(database, 'mara@desk.example');
  const { browser, page } = await openForm({ server: api, bff });
  const signedIn = await openForm({ server: api, bff });
  const flow = { server: api, client: bff, person, browser: signedIn.browser };
  const { body } = await exchange(flow, await authorize(flow));
  const { back } = await authorize(flow);
  const cookieOf = (each: typeof browser) => each.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    clients: clients.map(client => ({ ...client, authorization: client.clientSecret === null ? '' : basic(client) })),
    cookies: [cookieOf(browser), cookieOf(signedIn.browser)],
    uids: [page.url, signedIn.page.url].map(url => url.replace(/.*\//, '')),
    tokens: [body.access_token, body.refresh_token],
    codes: [back.searchParams.get('code') ?? ''],
    email: person.email,
  };
};

forEachApi(api => {
  describe('any request to the authorization server', () => {
    let known: KnownOAuth;
    before(async () => {
      known = await prepare(api());
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
        const answer = await exchangeBytes(url, Buffer.from(request, 'latin1'), patienceMilliseconds);
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
});
