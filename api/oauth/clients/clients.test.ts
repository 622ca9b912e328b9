import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';
import { ensureBffClient } from './built-in-clients.ts';
import { rotateClientSecret } from './client-secret.ts';
import { RegistrationError } from './registration.ts';

forEachDesk(desk => {
  describe('clients', () => {
    it('keep only one previous secret valid, until the given time', async () => {
      const { server, database, person, clock } = desk();
      const client = await addClient(database);
      const { refresh_token: first } = await obtainTokens({ server, person, client });
      const use = async (clientSecret: string | null, token: string) => {
        const { status, body } = await refreshTokens({ server, client: { ...client, clientSecret } }, token);
        return [status, body.refresh_token] as const;
      };
      const rotate = async (milliseconds: number) =>
        (await rotateClientSecret(database, client.clientId, commandActor(Date.now()), clock.now() + milliseconds))
          .clientSecret;
      const second = await rotate(60_000);
      const [byOld, afterOld] = await use(client.clientSecret, first);
      const [byNew, afterNew] = await use(second, afterOld);
      assert.deepEqual([byOld, byNew], [200, 200]);
      clock.advance(60_000);
      assert.equal((await use(client.clientSecret, afterNew))[0], 401);
      assert.equal((await use(second, afterNew))[0], 200);

      const third = await rotate(3_600_000);
      const fourth = await rotate(3_600_000);
      const isValid = async (secret: string | null) => (await use(secret, 'none'))[0] === 400;
      assert.deepEqual(await Promise.all([second, third, fourth].map(isValid)), [false, true, true]);
      const { clientSecret: fifth } = await rotateClientSecret(database, client.clientId, commandActor(Date.now()));
      assert.deepEqual(await Promise.all([third, fourth, fifth].map(isValid)), [false, false, true]);
    });

    it('reject a rotation if public, unknown or built in', async () => {
      const { database, bff } = desk();
      await assert.rejects(
        rotateClientSecret(database, bff.clientId, commandActor(Date.now())),
        /desk clients web-app --rotate/,
      );
      const { clientId } = await addClient(database, { kind: 'public' });
      await assert.rejects(rotateClientSecret(database, clientId, commandActor(Date.now())), RegistrationError);
      await assert.rejects(rotateClientSecret(database, 'missing-id', commandActor(Date.now())), RegistrationError);
    });

    it('have no valid token after their row is deleted, even if a token is still stored', async () => {
      const { server, database, person } = desk();
      const client = await addClient(database);
      const { access_token } = await obtainTokens({ server, person, client });
      await database.transaction(async writes => {
        await writes.deleteFrom('clients').where('id', '=', client.clientId).execute();
      });
      assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
    });

    it('include the bff’s client, which follows its configuration and keeps its tokens', async () => {
      const { server, database, person, bff } = desk();
      const { access_token } = await obtainTokens({ server, person, client: bff });
      const moved = { id: bff.clientId, secret: 'ef'.repeat(32), deskUrl: 'https://desk.example' };
      await ensureBffClient(database, moved, Date.now);
      const client = { clientId: moved.id, clientSecret: moved.secret, redirectUri: `${moved.deskUrl}/auth` };
      assert.equal((await obtainTokens({ server, person, client })).token_type, 'bearer');
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { clientId: bff.clientId });
    });
  });
});
