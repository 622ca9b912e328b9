import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { revokeAllAccess } from '../accounts/revoke-access.ts';
import { rotateClientSecret } from '../clients/client-secret.ts';
import { removeClient } from '../clients/clients.ts';
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

type Live = { api: TestApi; flow: CodeFlow; authorized: Awaited<ReturnType<typeof authorize>>; tokens: TokenBody };

const change = ({ api, flow }: Live, changed: object): Promise<void> =>
  api.database.transaction(async writes => {
    await writes.updateTable('people').set(changed).where('id', '=', flow.person.id).execute();
  });

/** Actions that immediately revoke a grant with all its tokens. */
const revocations: Record<string, (live: Live) => Promise<unknown>> = {
  'its refresh token is revoked': ({ flow, tokens }) =>
    postAsClient(
      flow.server,
      flow.client,
      { token: tokens.refresh_token, token_type_hint: 'refresh_token' },
      '/oauth/revoke',
    ),
  'its access token is revoked, with a wrong hint': ({ flow, tokens }) =>
    postAsClient(
      flow.server,
      flow.client,
      { token: tokens.access_token, token_type_hint: 'refresh_token' },
      '/oauth/revoke',
    ),
  'its code is used again': ({ flow, authorized }) => exchangeCode(flow, authorized),
  'its client is removed': ({ api, flow }) => removeClient(api.database, flow.client.clientId),
  'its person is disabled': live => change(live, { disabled: 1 }),
  'all access of its person is revoked': ({ api, flow }) =>
    api.database.transaction(writes => revokeAllAccess(writes, flow.person.id)),
};

/** Actions that do not affect the tokens. */
const harmlessActions: Record<string, (live: Live) => Promise<unknown>> = {
  'another client revokes its tokens': async ({ api, flow, tokens }) => {
    const stranger = await addClient(api.database);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      await postAsClient(flow.server, stranger, { token }, '/oauth/revoke');
      assert.deepEqual((await postAsClient(flow.server, stranger, { token }, '/oauth/introspect')).body, {
        active: false,
      });
      assert.equal((await refreshTokens({ server: flow.server, client: stranger }, token)).body.error, 'invalid_grant');
    }
  },
  'its access token is used as a refresh token, and vice versa': async ({ flow, tokens }) => {
    assert.equal((await refreshTokens(flow, tokens.access_token)).body.error, 'invalid_grant');
    const headers = { Authorization: `Bearer ${tokens.refresh_token}` };
    assert.equal((await fetch(`${flow.server.url}/v1/people/me`, { headers })).status, 401);
  },
  'parts or altered copies of its tokens are revoked': async ({ flow, tokens }) => {
    for (const token of [tokens.access_token.slice(1), `${tokens.refresh_token}=`, tokens.scope ?? '']) {
      await postAsClient(flow.server, flow.client, { token }, '/oauth/revoke');
    }
  },
};

forEachApi(api => {
  const browser = createFormBrowser();
  let count = 0;
  let shared: TestPerson;
  before(async () => {
    shared = await addPerson(api().database, 'shared@desk.example');
  });
  /** Creates a grant: for a new person, or, without the cost of a password, in a browser that stays signed in. */
  const createGrant = async (isOwn = false): Promise<Live> => {
    const { database } = api();
    const person = isOwn ? await addPerson(database, `live${count++}@desk.example`) : shared;
    const flow = { server: api(), person, client: await addClient(database), ...(isOwn ? {} : { browser }) };
    const authorized = await authorize(flow);
    return { api: api(), flow, authorized, tokens: (await exchangeCode(flow, authorized)).body };
  };
  const readStates = async ({ flow, tokens }: Live) => {
    const introspect = (token: string) => postAsClient(flow.server, flow.client, { token }, '/oauth/introspect');
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    const { body: access } = await introspect(tokens.access_token);
    const { body: refreshable } = await introspect(tokens.refresh_token);
    return {
      api: (await fetch(`${flow.server.url}/v1/people/me`, { headers })).status,
      access: 'active' in access ? access.active : access.error,
      refresh: 'active' in refreshable ? refreshable.active : refreshable.error,
      refreshed: (await refreshTokens(flow, tokens.refresh_token)).status,
    };
  };
  const valid = { api: 200, access: true, refresh: true, refreshed: 200 };

  describe('the tokens of a grant', () => {
    it('are accepted by the API, introspection and refresh', async () =>
      assert.deepEqual(await readStates(await createGrant()), valid));

    for (const [title, revoke] of Object.entries(revocations)) {
      it(`are rejected everywhere once ${title}`, async () => {
        const live = await createGrant(title.includes('person'));
        await revoke(live);
        const { api: status, access, refresh: refreshable, refreshed } = await readStates(live);
        const isRemoved = title === 'its client is removed';
        assert.deepEqual(
          [status, access, refreshable],
          [401, ...(isRemoved ? ['invalid_client', 'invalid_client'] : [false, false])],
        );
        assert.equal(refreshed, isRemoved ? 401 : 400);
      });
    }

    for (const title of ['its client is removed', 'its person is disabled', 'all access of its person is revoked']) {
      it(`are not issued for a code that was unused when ${title}`, async () => {
        const live = await createGrant(true);
        const unused = await authorize(live.flow);
        await revocations[title]?.(live);
        const { status } = await exchangeCode(live.flow, unused);
        assert.equal(status, title === 'its client is removed' ? 401 : 400);
      });
    }

    for (const [title, act] of Object.entries(harmlessActions)) {
      it(`stay valid when ${title}`, async () => {
        const live = await createGrant();
        await act(live);
        assert.deepEqual(await readStates(live), valid);
      });
    }

    it('stay valid after the secret was rotated, but only with the new secret', async () => {
      const live = await createGrant();
      const { clientSecret } = await rotateClientSecret(live.api.database, live.flow.client.clientId);
      assert.equal((await refreshTokens(live.flow, live.tokens.refresh_token)).status, 401);
      const flow = { ...live.flow, client: { ...live.flow.client, clientSecret } };
      assert.deepEqual(await readStates({ ...live, flow }), valid);
    });
  });
});
