import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { removeClient } from '../clients/clients.ts';
import { revokeAllAccess } from '../grants/revoke-grants.ts';
import { createFormBrowser } from '../testing/browser.ts';
import {
  authorize,
  type CodeFlow,
  exchangeCode,
  postAsClient,
  refreshTokens,
  type TokenBody,
} from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

type IssuedGrant = {
  api: TestApi;
  flow: CodeFlow;
  authorized: Awaited<ReturnType<typeof authorize>>;
  tokens: TokenBody;
};

const revoke = ({ flow }: IssuedGrant, token: string) =>
  postAsClient(flow.server, flow.client, { token, token_type_hint: 'refresh_token' }, '/oauth/revoke');

/** Actions that immediately revoke a grant with all its tokens. The last three also revoke an unused code. */
const revocations: Record<string, (grant: IssuedGrant) => Promise<unknown>> = {
  'its refresh token is revoked': grant => revoke(grant, grant.tokens.refresh_token),
  'its access token is revoked as a refresh token': grant => revoke(grant, grant.tokens.access_token),
  'its code is used again': ({ flow, authorized }) => exchangeCode(flow, authorized),
  'its client is removed': ({ api, flow }) =>
    removeClient(api.database, flow.client.clientId, commandActor(Date.now())),
  'its person is disabled': ({ api, flow }) =>
    api.database.transaction(async writes => {
      await writes.updateTable('people').set({ disabled: 1 }).where('id', '=', flow.person.id).execute();
    }),
  'all access of its person is revoked': ({ api, flow }) =>
    api.database.transaction(writes => revokeAllAccess(writes, flow.person.id)),
};

/** Actions that do not affect the tokens. */
const harmlessActions: Record<string, (grant: IssuedGrant) => Promise<unknown>> = {
  'its access token is used as a refresh token, and vice versa': async ({ flow, tokens }) => {
    assert.equal((await refreshTokens(flow, tokens.access_token)).body.error, 'invalid_grant');
    const headers = { Authorization: `Bearer ${tokens.refresh_token}` };
    assert.equal((await fetch(`${flow.server.url}/v1/people/me`, { headers })).status, 401);
  },
  'parts or altered copies of its tokens are revoked': async grant => {
    const { access_token, refresh_token, scope } = grant.tokens;
    for (const token of [access_token.slice(1), `${refresh_token}=`, scope ?? '']) await revoke(grant, token);
  },
};

forEachApi(api => {
  const browser = createFormBrowser();
  let count = 0;
  let shared: TestPerson;
  before(async () => {
    shared = await addPerson(api().database, 'shared@desk.example');
  });
  /** Creates a grant for a new person, or for `shared`, who stays signed in to avoid password hashing. */
  const createGrant = async (isOwn = false): Promise<IssuedGrant> => {
    const { database } = api();
    const person = isOwn ? await addPerson(database, `live${count++}@desk.example`) : shared;
    const flow = { server: api(), person, client: await addClient(database), ...(isOwn ? {} : { browser }) };
    const authorized = await authorize(flow);
    return { api: api(), flow, authorized, tokens: (await exchangeCode(flow, authorized)).body };
  };
  const readStates = async ({ flow, tokens }: IssuedGrant) => {
    const introspect = async (token: string) => {
      const { body } = await postAsClient(flow.server, flow.client, { token }, '/oauth/introspect');
      return 'active' in body ? body.active : body.error;
    };
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    return {
      api: (await fetch(`${flow.server.url}/v1/people/me`, { headers })).status,
      access: await introspect(tokens.access_token),
      refresh: await introspect(tokens.refresh_token),
      refreshed: (await refreshTokens(flow, tokens.refresh_token)).status,
    };
  };

  describe('the tokens of a grant', () => {
    for (const [index, [title, revokeBy]] of Object.entries(revocations).entries()) {
      it(`are rejected everywhere after ${title}`, async () => {
        const grant = await createGrant(title.includes('person'));
        const unused = index >= 3 ? await authorize(grant.flow) : null;
        await revokeBy(grant);
        const isRemoved = title === 'its client is removed';
        const active = isRemoved ? 'invalid_client' : false;
        const refreshed = isRemoved ? 401 : 400;
        assert.deepEqual(await readStates(grant), { api: 401, access: active, refresh: active, refreshed });
        if (unused !== null) assert.equal((await exchangeCode(grant.flow, unused)).status, refreshed, 'an unused code');
      });
    }

    for (const [title, act] of Object.entries(harmlessActions)) {
      it(`stay valid when ${title}`, async () => {
        const grant = await createGrant();
        await act(grant);
        assert.deepEqual(await readStates(grant), { api: 200, access: true, refresh: true, refreshed: 200 });
      });
    }
  });
});
