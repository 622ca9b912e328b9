import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { scriptClientId } from '../clients/client-ids.ts';
import { updateClient } from '../clients/clients.ts';
import { authorize, obtainTokens, openSignInForm, postAsClient, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';
import type { LiveGrant } from './live-grant.ts';
import { type GrantFilter, listLiveGrants } from './live-grants.ts';
import { countLiveGrants, revokeGrants } from './revoke-grants.ts';

const minute = 60_000;

const list = ({ database, clock }: OAuthDesk, of: GrantFilter, limit = 100): Promise<LiveGrant[]> =>
  listLiveGrants(database.read, of, limit, clock.now());

forEachDesk(desk => {
  describe('the list of grants', () => {
    let person: TestPerson;
    before(async () => {
      person = await addPerson(desk().database, 'lea@desk.example');
    });
    const own = (more: GrantFilter = {}) => list(desk(), { personId: person.id, ...more });

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
      assert.deepEqual(
        found.map(({ kind, clientName }) => [kind, clientName]),
        [
          ['script', 'A script'],
          ['web-app', 'Stardesk'],
          ['program', 'Night Shift'],
        ],
      );
      const [script, webApp, app] = found;
      assert.deepEqual(app?.scopes, ['tickets:read', 'people:read']);
      assert.deepEqual([script?.scopes, script?.clientId], [['gists:read'], scriptClientId]);
      assert.ok(found.every(({ email }) => email === person.email));
      assert.deepEqual(
        found.map(({ createdAt, lastUsedAt }) => [toMinutes(createdAt - start), toMinutes(lastUsedAt - start)]),
        [
          [2, 2],
          [1, 1],
          [0, 3],
        ],
      );
      const day = 24 * 60;
      assert.deepEqual(
        [script, webApp, app].map(each => Math.round(((each?.expiresAt ?? 0) - Date.now()) / minute / 10)),
        [(2 * day) / 10, (2 * 60) / 10, (30 * day) / 10],
      );
    });

    it('omits grants of other people and clients, and expired ones', async () => {
      const { server, person: other, program, clock } = desk();
      const kinds = async (more: GrantFilter) => (await own(more)).map(({ kind }) => kind);
      assert.deepEqual(await kinds({ clientId: program.clientId }), ['program']);
      assert.deepEqual(await kinds({ clientId: scriptClientId }), ['script']);
      assert.deepEqual(await kinds({ clientId: 'nobody' }), []);
      assert.deepEqual(await list(desk(), { personId: other.id }), []);
      await obtainTokens({ server, person: other, client: program });
      assert.equal((await list(desk(), { clientId: program.clientId })).length, 2);

      clock.advance(3 * 60 * minute);
      assert.deepEqual(
        await kinds({}),
        ['script', 'program'],
        'two hours after its last use the web app is signed out',
      );
      clock.advance(31 * 24 * 60 * minute);
      assert.deepEqual(await list(desk(), {}), []);
      clock.advance(-(3 + 31 * 24) * 60 * minute);
    });

    it('returns the newest up to the limit', async () => {
      const all = await list(desk(), {});
      assert.deepEqual(await list(desk(), {}, 2), all.slice(0, 2));
    });

    it('includes an issued code, but no pending sign-in', async () => {
      const { server, database, program, bff } = desk();
      const late = await addPerson(database, 'late@desk.example');
      await openSignInForm({ server, bff });
      assert.deepEqual(await list(desk(), { personId: late.id }), []);
      await authorize({ server, person: late, client: program });
      assert.equal((await list(desk(), { personId: late.id })).length, 1);
    });

    it('omits scopes that the client may no longer have', async () => {
      const { server, database } = desk();
      const [late, client] = [await addPerson(database, 'capped@desk.example'), await addClient(database)];
      await obtainTokens({ server, person: late, client });
      await updateClient(database, client.clientId, { scopes: ['people:read'] });
      const [grant] = await list(desk(), { personId: late.id });
      assert.deepEqual(grant?.scopes, ['people:read']);
    });

    it('has the counted length and omits revoked grants', async () => {
      const { database, clock } = desk();
      const which = { account_id: person.id };
      await database.transaction(async writes => {
        assert.equal(await countLiveGrants(writes, which, clock.now()), 3);
        await revokeGrants(writes, which);
        assert.equal(await countLiveGrants(writes, which, clock.now()), 0);
      });
      assert.deepEqual(await own(), []);
    });
  });

  describe('the id of a grant', () => {
    it('gives no access', async () => {
      const { server, database } = desk();
      const person = await addPerson(database, 'curious@desk.example');
      const client = await addClient(database);
      const tokens = await obtainTokens({ server, person, client });
      const [grant] = await list(desk(), { personId: person.id });
      const id = grant?.id ?? '';
      assert.match(id, /^[\w-]{43}$/);

      assert.equal(await server.oauth.findPrincipal(id), 'invalid');
      assert.equal((await refreshTokens({ server, client }, id)).body.error, 'invalid_grant');
      const code = {
        grant_type: 'authorization_code',
        code: id,
        redirect_uri: client.redirectUri,
        code_verifier: 'x'.repeat(43),
      };
      assert.equal((await postAsClient(server, client, code)).body.error, 'invalid_grant');
      assert.deepEqual((await postAsClient(server, client, { token: id }, '/oauth/introspect')).body, {
        active: false,
      });
      assert.equal((await postAsClient(server, client, { token: id }, '/oauth/revoke')).status, 200);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), {
        person: { id: person.id },
      });
      assert.equal((await refreshTokens({ server, client }, tokens.refresh_token)).status, 200);
    });
  });
});

/** Rounds down, because the tests before take some time too. */
const toMinutes = (milliseconds: number): number => Math.floor(milliseconds / minute);
