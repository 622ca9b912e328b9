import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { endAccess } from '../accounts/people-access.ts';
import { rotateClientSecret } from '../clients/client-secret.ts';
import { removeClient } from '../clients/clients.ts';
import { createBrowser } from '../testing/browser.ts';
import { authorize, exchange, type Flow, post, refresh, type TokenBody } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/server.ts';

type Live = { api: TestApi; flow: Flow; authorized: Awaited<ReturnType<typeof authorize>>; tokens: TokenBody };

const change = ({ api, flow }: Live, changed: object): Promise<void> =>
  api.database.transaction(async writes => {
    await writes.updateTable('people').set(changed).where('id', '=', flow.person.id).execute();
  });

/** What ends a grant with all its tokens, at once. */
const endings: Record<string, (live: Live) => Promise<unknown>> = {
  'its refresh token is revoked': ({ flow, tokens }) =>
    post(flow.server, flow.client, { token: tokens.refresh_token, token_type_hint: 'refresh_token' }, '/oauth/revoke'),
  'its access token is revoked, under a wrong hint': ({ flow, tokens }) =>
    post(flow.server, flow.client, { token: tokens.access_token, token_type_hint: 'refresh_token' }, '/oauth/revoke'),
  'its code is used again': ({ flow, authorized }) => exchange(flow, authorized),
  'its client is removed': ({ api, flow }) => removeClient(api.database, flow.client.clientId),
  'its person is disabled': live => change(live, { disabled: 1 }),
  'all access of its person is ended': ({ api, flow }) =>
    api.database.transaction(writes => endAccess(writes, flow.person.id)),
};

/** What leaves the tokens alone. */
const others: Record<string, (live: Live) => Promise<unknown>> = {
  'another client revokes its tokens': async ({ api, flow, tokens }) => {
    const stranger = await addClient(api.database);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      await post(flow.server, stranger, { token }, '/oauth/revoke');
      assert.deepEqual((await post(flow.server, stranger, { token }, '/oauth/introspect')).body, { active: false });
      assert.equal((await refresh({ server: flow.server, client: stranger }, token)).body.error, 'invalid_grant');
    }
  },
  'its access token is used for a refresh token, and the other way round': async ({ flow, tokens }) => {
    assert.equal((await refresh(flow, tokens.access_token)).body.error, 'invalid_grant');
    const headers = { Authorization: `Bearer ${tokens.refresh_token}` };
    assert.equal((await fetch(`${flow.server.url}/v1/people/me`, { headers })).status, 401);
  },
  'its tokens are revoked in part, or altered': async ({ flow, tokens }) => {
    for (const token of [tokens.access_token.slice(1), `${tokens.refresh_token}=`, tokens.scope ?? '']) {
      await post(flow.server, flow.client, { token }, '/oauth/revoke');
    }
  },
};

forEachApi(api => {
  const browser = createBrowser();
  let count = 0;
  let shared: TestPerson;
  before(async () => {
    shared = await addPerson(api().database, 'shared@desk.example');
  });
  /** Somebody of their own for what happens to people; a browser that stays signed in spares the password to the rest. */
  const goLive = async (isOwn = false): Promise<Live> => {
    const { database } = api();
    const person = isOwn ? await addPerson(database, `live${count++}@desk.example`) : shared;
    const flow = { server: api(), person, client: await addClient(database), ...(isOwn ? {} : { browser }) };
    const authorized = await authorize(flow);
    return { api: api(), flow, authorized, tokens: (await exchange(flow, authorized)).body };
  };
  const states = async ({ flow, tokens }: Live) => {
    const shown = (token: string) => post(flow.server, flow.client, { token }, '/oauth/introspect');
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    const { body: access } = await shown(tokens.access_token);
    const { body: longer } = await shown(tokens.refresh_token);
    return {
      api: (await fetch(`${flow.server.url}/v1/people/me`, { headers })).status,
      access: 'active' in access ? access.active : access.error,
      refresh: 'active' in longer ? longer.active : longer.error,
      refreshed: (await refresh(flow, tokens.refresh_token)).status,
    };
  };
  const alive = { api: 200, access: true, refresh: true, refreshed: 200 };

  describe('the tokens of a grant', () => {
    it('are good for what they are for', async () => assert.deepEqual(await states(await goLive()), alive));

    for (const [what, end] of Object.entries(endings)) {
      it(`are good for nothing any more, anywhere, once ${what}`, async () => {
        const live = await goLive(what.includes('person'));
        await end(live);
        const { api: status, access, refresh: longer, refreshed } = await states(live);
        const isGone = what === 'its client is removed';
        assert.deepEqual(
          [status, access, longer],
          [401, ...(isGone ? ['invalid_client', 'invalid_client'] : [false, false])],
        );
        assert.equal(refreshed, isGone ? 401 : 400);
      });
    }

    for (const what of ['its client is removed', 'its person is disabled', 'all access of its person is ended']) {
      it(`are not given for a code that was not used before ${what}`, async () => {
        const live = await goLive(true);
        const unused = await authorize(live.flow);
        await endings[what]?.(live);
        const { status } = await exchange(live.flow, unused);
        assert.equal(status, what === 'its client is removed' ? 401 : 400);
      });
    }

    for (const [what, happen] of Object.entries(others)) {
      it(`are as good as before when ${what}`, async () => {
        const live = await goLive();
        await happen(live);
        assert.deepEqual(await states(live), alive);
      });
    }

    it('are as good as before, for who knows the new secret only, when that was rotated', async () => {
      const live = await goLive();
      const { clientSecret } = await rotateClientSecret(live.api.database, live.flow.client.clientId);
      assert.equal((await refresh(live.flow, live.tokens.refresh_token)).status, 401);
      const flow = { ...live.flow, client: { ...live.flow.client, clientSecret } };
      assert.deepEqual(await states({ ...live, flow }), alive);
    });
  });
});
