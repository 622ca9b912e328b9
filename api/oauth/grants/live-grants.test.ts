import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { updateClient } from '../clients/clients.ts';
import { authorize, obtainTokens, openSignInForm, postAsClient, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';
import { type GrantFilter, listLiveGrants } from './live-grants.ts';
import { countLiveGrants, revokeGrants } from './revoke-grants.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

forEachDesk(desk => {
  describe('the list of grants', () => {
    let person: TestPerson;
    before(async () => {
      person = await addPerson(desk().database, 'lea@desk.example');
    });
    const list = (filter: GrantFilter, limit = 100) =>
      listLiveGrants(desk().database.read, filter, limit, desk().clock.now());
    const own = (more: GrantFilter = {}) => list({ personId: person.id, ...more });

    it('shows person, client, scopes, creation, last use and expiry', async () => {
      const { server, database, clock, bff, program } = desk();
      const start = clock.now();
      const tokens = await obtainTokens({ server, person, client: program });
      clock.advance(minute);
      await obtainTokens({ server, person, client: bff });
      clock.advance(minute);
      await createScriptToken(database, { email: person.email, scopes: ['gists:read'], days: 2 }, clock.now);
      clock.advance(minute);
      await refreshTokens({ server, client: program }, tokens.refresh_token);

      const found = await own();
      clock.advance(-3 * minute);
      // Rounds down, because the preceding steps take time, too.
      const toMinutes = (milliseconds: number) => Math.floor((milliseconds - start) / minute);
      const shown = found.map(({ id: _, sessionUid: __, createdAt, lastUsedAt, expiresAt, ...grant }) => ({
        ...grant,
        times: [toMinutes(createdAt), toMinutes(lastUsedAt)],
        hours: Math.round((expiresAt - Date.now()) / hour),
      }));
      const { id: personId, email } = person;
      const scopes = ['tickets:read', 'people:read'];
      assert.deepEqual(shown, [
        {
          personId,
          email,
          clientId: scriptClientId,
          clientName: 'A script',
          kind: 'script',
          scopes: ['gists:read'],
          times: [2, 2],
          hours: 48,
        },
        {
          personId,
          email,
          clientId: bff.clientId,
          clientName: 'Stardesk',
          kind: 'web-app',
          scopes,
          times: [1, 1],
          hours: 2,
        },
        {
          personId,
          email,
          clientId: program.clientId,
          clientName: 'Night Shift',
          kind: 'connected-app',
          scopes,
          times: [0, 3],
          hours: 720,
        },
      ]);
    });

    it('omits expired grants and grants of other people and clients; returns the newest up to the limit', async () => {
      const { server, person: other, program, clock } = desk();
      const kinds = async (more: GrantFilter) => (await own(more)).map(({ kind }) => kind);
      assert.deepEqual(await kinds({ clientId: program.clientId }), ['connected-app']);
      assert.deepEqual(await kinds({ clientId: scriptClientId }), ['script']);
      assert.deepEqual(await kinds({ clientId: 'unknown' }), []);
      assert.deepEqual(await list({ personId: other.id }), []);
      await obtainTokens({ server, person: other, client: program });
      assert.equal((await list({ clientId: program.clientId })).length, 2);
      const all = await list({});
      assert.deepEqual(await list({}, 2), all.slice(0, 2));

      clock.advance(3 * hour);
      assert.deepEqual(
        await kinds({}),
        ['script', 'connected-app'],
        'a grant of the web app expires two hours after its last use',
      );
      clock.advance(31 * day);
      assert.deepEqual(await list({}), []);
      clock.advance(-31 * day - 3 * hour);
    });

    it('includes a grant with an unused code, but no pending sign-in', async () => {
      const { server, database, program, bff } = desk();
      const late = await addPerson(database, 'late@desk.example');
      await openSignInForm({ server, bff });
      assert.deepEqual(await list({ personId: late.id }), []);
      await authorize({ server, person: late, client: program });
      assert.equal((await list({ personId: late.id })).length, 1);
    });

    it('omits scopes that the client may no longer have', async () => {
      const { server, database } = desk();
      const [owner, client] = [await addPerson(database, 'capped@desk.example'), await addClient(database)];
      await obtainTokens({ server, person: owner, client });
      await updateClient(database, client.clientId, { scopes: ['people:read'] }, commandActor(Date.now()));
      const [grant] = await list({ personId: owner.id });
      assert.deepEqual(grant?.scopes, ['people:read']);
    });

    it('omits revoked grants, which countLiveGrants does not count either', async () => {
      const { database, clock } = desk();
      const selector = { account_id: person.id };
      await database.transaction(async writes => {
        assert.equal(await countLiveGrants(writes, selector, clock.now()), 3);
        await revokeGrants(writes, selector);
        assert.equal(await countLiveGrants(writes, selector, clock.now()), 0);
      });
      assert.deepEqual(await own(), []);
    });

    it('contains ids that give no access', async () => {
      const { server, database } = desk();
      const [owner, client] = [await addPerson(database, 'curious@desk.example'), await addClient(database)];
      const tokens = await obtainTokens({ server, person: owner, client });
      const id = (await list({ personId: owner.id }))[0]?.id ?? '';
      assert.match(id, /^[\w-]{43}$/);
      assert.equal(await server.oauth.findPrincipal(id), 'invalid');
      assert.equal((await refreshTokens({ server, client }, id)).body.error, 'invalid_grant');
      const fields = { code: id, redirect_uri: client.redirectUri, code_verifier: 'x'.repeat(43) };
      const exchanged = await postAsClient(server, client, { grant_type: 'authorization_code', ...fields });
      assert.equal(exchanged.body.error, 'invalid_grant');
      const introspected = await postAsClient(server, client, { token: id }, '/oauth/introspect');
      assert.deepEqual(introspected.body, { active: false });
      assert.equal((await postAsClient(server, client, { token: id }, '/oauth/revoke')).status, 200);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), {
        person: { id: owner.id },
      });
      assert.equal((await refreshTokens({ server, client }, tokens.refresh_token)).status, 200);
    });
  });
});
