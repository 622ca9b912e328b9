import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { commandActor } from '../../database/audit-log.ts';
import type { Database } from '../../database/database.ts';
import { removeClient } from '../clients/clients.ts';
import { createRecords } from '../store/records.ts';
import { createUnitOfWork } from '../store/unit-of-work.ts';
import { obtainTokens, postAsClient, refreshTokens, type TokenBody } from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';
import { overlapWrites } from '../testing/overlap-writes.ts';
import { type GrantSelector, revokeAllAccess, revokeGrants } from './revoke-grants.ts';

const revoke = ({ database }: OAuthDesk, selector: GrantSelector) =>
  database.transaction(writes => revokeGrants(writes, selector));

type Target = { client: Client; clientId: string; personId: string; grantId: string; token: string };
type Client = Awaited<ReturnType<typeof addClient>>;

const findGrantId = async ({ server }: OAuthDesk, { access_token }: TokenBody): Promise<string> => {
  const found = await server.oauth.findPrincipal(access_token);
  assert.ok(typeof found !== 'string');
  return found.grantId;
};

/** Makes the store reject the deletion of a model's records. @returns a function that allows it again */
const rejectDeletes = async ({ engine, transaction }: Database, model: string): Promise<() => Promise<void>> => {
  const run = (...statements: string[]) =>
    transaction(async writes => {
      for (const each of statements) await sql.raw(each).execute(writes);
    });
  const trigger = `create trigger reject before delete on oauth_records`;
  if (engine === 'sqlite') {
    await run(`${trigger} when old.model = '${model}' begin select raise(abort, 'rejected'); end`);
    return () => run('drop trigger if exists reject');
  }
  await run(
    `create or replace function reject() returns trigger language plpgsql as $$ begin raise exception 'rejected'; end $$`,
    `${trigger} for each row when (old.model = '${model}') execute function reject()`,
  );
  return () => run('drop trigger if exists reject on oauth_records', 'drop function if exists reject()');
};

forEachDesk(desk => {
  describe('revoking a grant', () => {
    it('revokes all its tokens immediately on every server, and no other grant', async t => {
      const { server, person, program, startSecondServer } = desk();
      const secondServer = await startSecondServer();
      t.after(secondServer.close);
      const flow = { server, person, client: program };
      const [first, other] = [await obtainTokens(flow), await obtainTokens(flow)];
      const second = (await refreshTokens(flow, first.refresh_token)).body;
      for (const { oauth } of [server, secondServer]) await oauth.findPrincipal(second.access_token);

      await revoke(desk(), { grant_id: await findGrantId(desk(), second) });
      for (const { oauth } of [server, secondServer]) {
        for (const { access_token } of [first, second])
          assert.equal(await oauth.findPrincipal(access_token), 'invalid');
        assert.partialDeepStrictEqual(await oauth.findPrincipal(other.access_token), { person: { id: person.id } });
      }
      for (const each of [server, secondServer]) {
        const response = await refreshTokens({ ...flow, server: each }, second.refresh_token);
        assert.deepEqual([response.status, response.body.error], [400, 'invalid_grant']);
      }
      assert.equal((await refreshTokens(flow, other.refresh_token)).status, 200);
    });

    it('500 if a part of the revocation fails; all tokens stay valid', async t => {
      const { server, database, person, program } = desk();
      const flow = { server, person, client: program };
      const { access_token, refresh_token } = await obtainTokens(flow);
      const allowDeletes = await rejectDeletes(database, 'AccessToken');
      t.after(allowDeletes);
      const revokeToken = () => postAsClient(server, program, { token: refresh_token }, '/oauth/revoke');
      assert.equal((await revokeToken()).status, 500);
      await allowDeletes();
      assert.notEqual(await server.oauth.findPrincipal(access_token), 'invalid');
      const { text } = await postAsClient(server, program, { token: refresh_token }, '/oauth/introspect');
      assert.partialDeepStrictEqual(JSON.parse(text), { active: true });
      assert.equal((await revokeToken()).status, 200);
      assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
    });

    it('prevents storing a new token of the deleted grant', async () => {
      const { database } = desk();
      const records = createRecords(createUnitOfWork(database), Date.now);
      const columns = { grant_id: 'a deleted grant', uid: null, account_id: '1', client_id: 'x', expires_at: null };
      assert.equal(await records.insertIfGrantExists('AccessToken', 'a token', '{}', columns), false);
      assert.equal(await records.find('AccessToken', 'a token'), null);
    });

    const revocations: [how: string, revokeTarget: (desk: OAuthDesk, target: Target) => Promise<unknown>][] = [
      ['by its id', (testDesk, { grantId }) => revoke(testDesk, { grant_id: grantId })],
      ['with its client', ({ database }, { clientId }) => removeClient(database, clientId, commandActor(Date.now()))],
      [
        'with its person',
        ({ database }, { personId }) => database.transaction(writes => revokeAllAccess(writes, personId)),
      ],
      [
        'by its person and client',
        (testDesk, { personId, clientId }) => revoke(testDesk, { account_id: personId, client_id: clientId }),
      ],
      [
        'by its access token',
        ({ server }, { client, token }) => postAsClient(server, client, { token }, '/oauth/revoke'),
      ],
    ];
    for (const [how, revokeTarget] of revocations) {
      it(`${how} leaves no token of a concurrent refresh`, async t => {
        const { server, database, startSecondServer } = desk();
        const secondServer = await startSecondServer();
        t.after(secondServer.close);
        const client = await addClient(database);
        const person = await addPerson(database, `mara-${revocations.findIndex(each => each[0] === how)}@desk.example`);
        const tokens = await obtainTokens({ server, person, client });
        const target = {
          client,
          clientId: client.clientId,
          personId: person.id,
          grantId: await findGrantId(desk(), tokens),
          token: tokens.access_token,
        };
        const [renewed] = await overlapWrites(database, secondServer, [
          () => refreshTokens({ server: secondServer, client }, tokens.refresh_token),
          () => revokeTarget(desk(), target),
        ]);
        for (const { access_token } of [tokens, renewed.body]) {
          assert.equal(await server.oauth.findPrincipal(access_token ?? ''), 'invalid');
        }
        const left = database.read.selectFrom('oauth_records').select('model').where('model', '<>', 'Grant');
        assert.deepEqual(await left.where('grant_id', '=', target.grantId).execute(), []);
      });
    }
  });
});
