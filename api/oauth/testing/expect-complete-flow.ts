import assert from 'node:assert/strict';
import type { FormBrowser } from './browser.ts';
import { obtainTokens, postAsClient, refreshTokens } from './code-flow.ts';
import type { addClient, TestPerson } from './oauth-server.ts';

type Flow = {
  server: { url: string };
  person: TestPerson;
  client: Awaited<ReturnType<typeof addClient>>;
  browser: FormBrowser;
};

/** Returns the status of `GET /v1/people/me` with a token. */
export const getStatusWithToken = async ({ url }: { url: string }, accessToken: string): Promise<number> =>
  (await fetch(`${url}/v1/people/me`, { headers: { Authorization: `Bearer ${accessToken}` } })).status;

/** Tests the whole flow: sign-in, consent, exchange, two refreshes, a request to /v1 and revocation. */
export const expectCompleteFlow = async (flow: Flow): Promise<void> => {
  const { server, client } = flow;
  const first = await obtainTokens(flow);
  const second = (await refreshTokens(flow, first.refresh_token)).body;
  const third = (await refreshTokens(flow, second.refresh_token)).body;
  assert.equal(await getStatusWithToken(server, third.access_token), 200);
  assert.equal((await postAsClient(server, client, { token: third.refresh_token }, '/oauth/revoke')).status, 200);
  assert.equal(await getStatusWithToken(server, third.access_token), 401);
  assert.equal((await refreshTokens(flow, third.refresh_token)).body.error, 'invalid_grant');
};
