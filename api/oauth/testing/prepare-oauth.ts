import type { Database } from '../../database/database.ts';
import type { KnownOAuth } from '../../testing/arbitraries/oauth-endpoints.ts';
import { ensureDocsClient } from '../clients/built-in-clients.ts';
import { authorize, exchangeCode, openSignInForm, toBasicAuthorization } from './code-flow.ts';
import { addBffClient, addClient, addPerson } from './oauth-server.ts';

/** Creates clients of several kinds, a pending sign-in, a signed-in browser, a code and tokens. */
export const prepareOAuth = async (api: { url: string }, database: Database): Promise<KnownOAuth> => {
  const docs = { clientId: 'desk-docs', clientSecret: null, redirectUri: `${api.url}/v1/docs/oauth2-redirect.html` };
  await ensureDocsClient(database, docs.redirectUri, Date.now);
  const bff = await addBffClient(database);
  const clients = [bff, docs, await addClient(database), await addClient(database, { kind: 'public' })];
  const person = await addPerson(database, 'mara@desk.example');
  const { browser, page } = await openSignInForm({ server: api, bff });
  const signedInForm = await openSignInForm({ server: api, bff });
  const flow = { server: api, client: bff, person, browser: signedInForm.browser };
  const { body } = await exchangeCode(flow, await authorize(flow));
  const { back } = await authorize(flow);
  const cookieHeader = ({ cookies }: typeof browser) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    clients: clients.map(client => ({
      ...client,
      authorization: client.clientSecret === null ? '' : toBasicAuthorization(client),
    })),
    cookies: [cookieHeader(browser), cookieHeader(signedInForm.browser)],
    uids: [page.url, signedInForm.page.url].map(url => url.replace(/.*\//, '')),
    tokens: [body.access_token, body.refresh_token],
    codes: [back.searchParams.get('code') ?? ''],
    email: person.email,
  };
};
