import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, createVerifier, exchangeCode } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

forEachDesk(desk => {
  describe('PKCE', () => {
    it('400 invalid_grant for a missing, invalid or unexpected verifier', async () => {
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
      const publicClient = await addClient(database, { kind: 'public' });
      for (const client of [publicClient, bff]) {
        const parameters = { code_challenge: undefined, code_challenge_method: undefined };
        const page = await createFormBrowser().open(authorizationUrl({ server, client, parameters }, ''));
        assert.equal(page.status, 303);
        assert.match(page.location ?? '', /error=invalid_request/);
      }
    });
  });

  describe('an authorization code', () => {
    it('200 for only one of ten concurrent uses, whose tokens are then revoked', async () => {
      const { server, person, bff } = desk();
      const flow = { server, person, client: bff };
      const authorized = await authorize(flow);
      const responses = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(flow, authorized)));
      const successes = responses.filter(({ status }) => status === 200);
      assert.equal(successes.length, 1);
      assert.equal(await server.oauth.findPrincipal(successes[0]?.body.access_token ?? ''), 'invalid');
    });

    it('400 for a different client’s code', async () => {
      const { server, person, bff, program } = desk();
      const { back, verifier } = await authorize({ server, person, client: bff });
      const thief = { ...program, redirectUri: bff.redirectUri };
      const stolen = await exchangeCode({ server, client: thief }, { back, verifier });
      assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
      assert.equal((await exchangeCode({ server, client: bff }, { back, verifier })).status, 200);
    });
  });
});
