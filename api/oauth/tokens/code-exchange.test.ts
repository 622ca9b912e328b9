import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  authorize,
  createVerifier,
  exchangeCode,
  obtainTokens,
  refreshTokens,
} from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

forEachDesk(desk => {
  describe('PKCE', () => {
    it('400 invalid_grant for a missing, wrong or unexpected verifier', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program };
      const withChallenge = await authorize(flow);
      const without = await authorize({
        ...flow,
        parameters: { code_challenge: undefined, code_challenge_method: undefined },
      });
      const attempts = [
        exchangeCode(flow, withChallenge, { code_verifier: '' }),
        exchangeCode(flow, { ...withChallenge, verifier: createVerifier().verifier }),
        exchangeCode(flow, { ...without, verifier: createVerifier().verifier }),
      ];
      for (const { status, body } of await Promise.all(attempts)) {
        assert.deepEqual([status, body.error, body.code], [400, 'invalid_grant', 40010]);
      }
    });

    it('303 invalid_request for a public client, and for the bff, without a challenge', async () => {
      const { server, database, bff } = desk();
      const open = await addClient(database, { kind: 'public' });
      for (const client of [open, bff]) {
        const parameters = { code_challenge: undefined, code_challenge_method: undefined };
        const page = await createFormBrowser().open(authorizationUrl({ server, client, parameters }, ''));
        assert.match(page.location ?? '', /error=invalid_request/);
      }
    });

    it('200 for a public client with a verifier and no secret', async () => {
      const { server, database, person } = desk();
      const client = await addClient(database, { kind: 'public' });
      const tokens = await obtainTokens({ server, person, client });
      const refreshed = await refreshTokens({ server, client }, tokens.refresh_token);
      assert.deepEqual([refreshed.status, refreshed.body.token_type], [200, 'bearer']);
    });
  });

  describe('an authorization code', () => {
    for (const when of ['immediately', 'after its expiry'] as const) {
      it(`400 for its second use ${when}, which revokes the tokens of the first`, async () => {
        const { server, person, program, clock } = desk();
        const flow = { server, person, client: program };
        const authorized = await authorize(flow);
        const { body } = await exchangeCode(flow, authorized);
        const other = await obtainTokens(flow);
        if (when === 'after its expiry') {
          clock.advance(2 * 3_600_000);
          await server.oauth.sweep();
        }
        const replayed = await exchangeCode(flow, authorized);
        assert.deepEqual([replayed.status, replayed.body.error], [400, 'invalid_grant']);
        assert.equal(await server.oauth.findPrincipal(body.access_token), 'invalid');
        assert.equal((await refreshTokens(flow, body.refresh_token)).body.error, 'invalid_grant');
        assert.equal((await refreshTokens(flow, other.refresh_token)).status, 200, 'the other sign-in stays valid');
      });
    }

    it('200 for one of ten concurrent uses, whose tokens are then revoked', async () => {
      const { server, person, bff } = desk();
      const flow = { server, person, client: bff };
      const authorized = await authorize(flow);
      const responses = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(flow, authorized)));
      const successes = responses.filter(({ status }) => status === 200);
      assert.equal(successes.length, 1);
      assert.equal(await server.oauth.findPrincipal(successes[0]?.body.access_token ?? ''), 'invalid');
    });

    it('400 for the code of another client', async () => {
      const { server, person, bff, program } = desk();
      const { back, verifier } = await authorize({ server, person, client: bff });
      const thief = { ...program, redirectUri: bff.redirectUri };
      const stolen = await exchangeCode({ server, client: thief }, { back, verifier });
      assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
      assert.equal((await exchangeCode({ server, client: bff }, { back, verifier })).status, 200);
    });
  });
});
