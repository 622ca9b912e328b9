import assert from 'node:assert/strict';
import type { Browser } from './browser.ts';
import { post, refresh, signIn } from './code-flow.ts';
import type { addClient, TestPerson } from './server.ts';

type Flow = {
  server: { url: string };
  person: TestPerson;
  client: Awaited<ReturnType<typeof addClient>>;
  browser: Browser;
};

/** Returns the status of `GET /v1/people/me` with a token. */
export const statusWith = async ({ url }: { url: string }, accessToken: string): Promise<number> =>
  (await fetch(`${url}/v1/people/me`, { headers: { Authorization: `Bearer ${accessToken}` } })).status;

/** Tests the whole flow: sign-in, consent, exchange, two refreshes, a request at /v1 and revocation. */
export const expectWholeFlow = async (flow: Flow): Promise<void> => {
  const { server, client } = flow;
  const first = await signIn(flow);
  const second = (await refresh(flow, first.refresh_token)).body;
  const third = (await refresh(flow, second.refresh_token)).body;
  assert.equal(await statusWith(server, third.access_token), 200);
  assert.equal((await post(server, client, { token: third.refresh_token }, '/oauth/revoke')).status, 200);
  assert.equal(await statusWith(server, third.access_token), 401);
  assert.equal((await refresh(flow, third.refresh_token)).body.error, 'invalid_grant');
};
