import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, type CodeFlow, createVerifier, exchangeCode } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const { challenge } = createVerifier();

/** Rejected challenges; without a method, a challenge means `plain` (RFC 7636 4.3). */
const invalidChallenges: Record<string, Record<string, string | undefined>> = {
  'no method, which means plain': { code_challenge_method: undefined },
  'the method plain': { code_challenge_method: 'plain' },
  'the method in lowercase': { code_challenge_method: 's256' },
  'a method and no challenge': { code_challenge: undefined },
  'a challenge of 42 characters': { code_challenge: challenge.slice(1) },
  'a challenge of 129 characters': { code_challenge: 'x'.repeat(129) },
  'a challenge in base64': { code_challenge: `${challenge.slice(1)}=` },
  'an empty challenge': { code_challenge: '' },
};

/** Rejected verifiers; tokens/code-exchange.test.ts tests a missing and an unrelated verifier. */
const invalidVerifiers: Record<string, (verifier: string) => string> = {
  'the challenge itself, as for plain': verifier => createHash('sha256').update(verifier).digest('base64url'),
  'an additional character': verifier => `${verifier}x`,
  'no first character': verifier => verifier.slice(1),
  capitals: verifier => verifier.toUpperCase(),
  'a trailing space': verifier => `${verifier} `,
  '129 characters': () => 'x'.repeat(129),
  'invalid characters': () => 'é'.repeat(43),
};

withDesk(desk => {
  const browser = createFormBrowser();
  let clients: Record<string, CodeFlow['client']>;
  before(async () => {
    const { database, bff, program } = desk();
    const publicClient = await addClient(database, { kind: 'public' });
    clients = { 'the bff': bff, 'a program with a secret': program, 'a public client': publicClient };
  });

  for (const name of ['the bff', 'a program with a secret', 'a public client']) {
    describe(`PKCE of ${name}`, () => {
      const getFlow = (): CodeFlow => {
        const { server, person } = desk();
        return { server, person, browser, client: clients[name] ?? assert.fail() };
      };

      for (const [title, parameters] of Object.entries(invalidChallenges)) {
        it(`303 invalid_request for ${title}`, async () => {
          const url = authorizationUrl({ ...getFlow(), parameters }, challenge);
          const { status, location } = await createFormBrowser().open(url);
          const { searchParams } = new URL(location ?? '');
          assert.equal(status, 303);
          assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['invalid_request', null]);
        });
      }

      it('400 at the exchange with a changed verifier, then 200 with the original verifier', async () => {
        const flow = getFlow();
        const authorized = await authorize(flow);
        for (const [title, change] of Object.entries(invalidVerifiers)) {
          const fields = { code_verifier: change(authorized.verifier), code_challenge_method: 'plain' };
          const { status, body } = await exchangeCode(flow, authorized, fields);
          assert.equal(status, 400, title);
          assert.ok(['invalid_grant', 'invalid_request'].includes(body.error ?? ''), title);
        }
        assert.equal((await exchangeCode(flow, authorized)).status, 200);
      });
    });
  }
});
