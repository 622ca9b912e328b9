import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { ageTokens } from '../testing/age-tokens.ts';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';
import { updateClient } from './clients.ts';
import { lifetimeRanges, RegistrationError } from './registration.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

withDesk(desk => {
  describe('client lifetimes', () => {
    const age = (seconds: number) => ageTokens(desk().database, seconds * 1000);
    const register = async (lifetimes: Parameters<typeof updateClient>[2]['lifetimes'] = {}) => {
      const { server, person, database } = desk();
      return { server, person, client: await addClient(database, { lifetimes }) };
    };

    it('expire an access token after the lifetime that expires_in announces', async () => {
      const flow = await register({ accessTokenSeconds: 2 * hour });
      const tokens = await obtainTokens(flow);
      const { body: renewed } = await refreshTokens(flow, tokens.refresh_token);
      assert.deepEqual([tokens.expires_in, renewed.expires_in], [2 * hour, 2 * hour]);
      await age(2 * hour - 5);
      const { oauth } = desk().server;
      assert.partialDeepStrictEqual(await oauth.findPrincipal(tokens.access_token), { clientId: flow.client.clientId });
      await age(5);
      assert.equal(await oauth.findPrincipal(tokens.access_token), 'expired');
    });

    it('expire a refresh token after its idle time, which each use restarts', async () => {
      const flow = await register({ refreshIdleSeconds: day });
      let { refresh_token } = await obtainTokens(flow);
      for (let n = 0; n < 3; n++) {
        await age(day - 5);
        const { status, body } = await refreshTokens(flow, refresh_token);
        assert.equal(status, 200);
        ({ refresh_token } = body);
      }
      await age(day);
      assert.equal((await refreshTokens(flow, refresh_token)).body.error, 'invalid_grant');
    });

    it('expire refresh tokens a fixed time after the sign-in, even if used', async context => {
      const { clock, database } = desk();
      // Otherwise the sessions of later tests would start expired.
      context.after(() => clock.advance(-2 * day * 1000));
      const flow = await register({ refreshAbsoluteSeconds: 3 * day, refreshIdleSeconds: 2 * day });
      let { refresh_token } = await obtainTokens(flow);
      const secondsLeft = async () => {
        const { expires_at } = await database.read
          .selectFrom('oauth_records')
          .select('expires_at')
          .where('model', '=', 'RefreshToken')
          .where('client_id', '=', flow.client.clientId)
          .where('consumed_at', 'is', null)
          .executeTakeFirstOrThrow();
        return Math.round((Number(expires_at) - Date.now()) / 1000);
      };
      const expectSecondsLeft = async (seconds: number) =>
        assert.ok(Math.abs((await secondsLeft()) - seconds) < minute);
      await expectSecondsLeft(2 * day);
      for (const left of [2 * day, day]) {
        clock.advance(day * 1000);
        ({ refresh_token } = (await refreshTokens(flow, refresh_token)).body);
        await expectSecondsLeft(left);
      }
      await age(day);
      assert.equal((await refreshTokens(flow, refresh_token)).body.error, 'invalid_grant');
    });

    it('allow reuse of a refresh token within the grace period, with the same response; later reuse revokes the grant', async () => {
      const { clock } = desk();
      const flow = await register({ refreshGraceSeconds: 10 });
      const { refresh_token } = await obtainTokens(flow);
      const { body: first } = await refreshTokens(flow, refresh_token);
      clock.advance(8_000);
      const { body: again } = await refreshTokens(flow, refresh_token);
      assert.deepEqual([again.refresh_token, again.access_token], [first.refresh_token, first.access_token]);
      clock.advance(3_000);
      assert.equal((await refreshTokens(flow, refresh_token)).body.error, 'invalid_grant');
      assert.equal((await refreshTokens(flow, first.refresh_token)).body.error, 'invalid_grant');
    });

    it('apply only to tokens that are issued after a change', async () => {
      const { database, server } = desk();
      const flow = await register();
      const before = await obtainTokens(flow);
      const lifetimes = { accessTokenSeconds: 5 * minute, refreshIdleSeconds: hour };
      await updateClient(database, flow.client.clientId, { lifetimes }, commandActor(Date.now()));
      const after = await obtainTokens(flow);
      assert.deepEqual([before.expires_in, after.expires_in], [10 * minute, 5 * minute]);
      await age(6 * minute);
      assert.equal(await server.oauth.findPrincipal(after.access_token), 'expired');
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(before.access_token), {});
      await age(hour);
      assert.equal((await refreshTokens(flow, after.refresh_token)).body.error, 'invalid_grant');
      const { body } = await refreshTokens(flow, before.refresh_token);
      assert.equal(body.expires_in, 5 * minute);
      await age(hour);
      assert.equal((await refreshTokens(flow, body.refresh_token)).body.error, 'invalid_grant');
    });

    it('are rejected if they do not fit each other or the kind of the client', async () => {
      const { database } = desk();
      const { max } = lifetimeRanges.accessTokenSeconds;
      await assert.rejects(register({ accessTokenSeconds: max, refreshIdleSeconds: max - 1 }), RegistrationError);
      await assert.rejects(register({ accessTokenSeconds: max, refreshAbsoluteSeconds: max - 1 }), RegistrationError);
      const { client } = await register({ accessTokenSeconds: max, refreshIdleSeconds: max });
      const implicit = await addClient(database, { kind: 'implicit', lifetimes: { accessTokenSeconds: day } });
      for (const [{ clientId }, lifetimes] of [
        [client, { refreshAbsoluteSeconds: hour }],
        [implicit, { refreshIdleSeconds: day }],
        [implicit, { refreshAbsoluteSeconds: null }],
        [implicit, { refreshGraceSeconds: 0 }],
      ] as const) {
        await assert.rejects(
          updateClient(database, clientId, { lifetimes }, commandActor(Date.now())),
          RegistrationError,
        );
      }
    });
  });
});
