import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, type CodeFlow, createVerifier, exchangeCode } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const none = { code_challenge: undefined, code_challenge_method: undefined };
const { challenge } = createVerifier();

/** Rejected challenges; without a method, a challenge means `plain` (RFC 7636 4.3). */
const invalidChallenges: Record<string, Record<string, string | undefined>> = {
  'no method, which means plain': { code_challenge_method: undefined },
  'the method plain': { code_challenge_method: 'plain' },
  'the method in lowercase': { code_challenge_method: 's256' },
  'another method': { code_challenge_method: 'S512' },
  'a method and no challenge': { code_challenge: undefined },
  'a challenge of 42 characters': { code_challenge: challenge.slice(1) },
  'a challenge of 129 characters': { code_challenge: 'x'.repeat(129) },
  'a challenge in base64': { code_challenge: `${challenge.slice(1)}=` },
  'an empty challenge': { code_challenge: '' },
};

withDesk(desk => {
  const browser = createFormBrowser();
  let clients: Record<string, CodeFlow['client']>;
  before(async () => {
    const { database, bff, program } = desk();
    clients = {
      'the bff': bff,
      'a program with a secret': program,
      'a public client': await addClient(database, { kind: 'public' }),
    };
  });
  const getFlow = (name: string): CodeFlow => {
    const { server, person } = desk();
    return { server, person, browser, client: clients[name] ?? assert.fail() };
  };

  for (const name of ['the bff', 'a program with a secret', 'a public client']) {
    describe(`PKCE of ${name}`, () => {
      for (const [title, parameters] of Object.entries(invalidChallenges)) {
        it(`303 invalid_request for ${title}`, async () => {
          const { location } = await createFormBrowser().open(
            authorizationUrl({ ...getFlow(name), parameters }, challenge),
          );
          const { searchParams } = new URL(location ?? '');
          assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['invalid_request', null]);
        });
      }

      it('400 at the exchange without or with a wrong verifier, then 200 with the right one', async () => {
        const flow = getFlow(name);
        const [authorized, other] = [await authorize(flow), await authorize(flow)];
        const { verifier } = authorized;
        const wrong: Record<string, string> = {
          'a missing one': '',
          'the challenge itself, as for plain': toChallenge(verifier),
          'the verifier of another authorization': other.verifier,
          'a verifier with another character': `${verifier}x`,
          'a verifier without its first character': verifier.slice(1),
          'in capitals': verifier.toUpperCase(),
          'with a trailing space': `${verifier} `,
          'of 129 characters': 'x'.repeat(129),
          'of invalid characters': 'é'.repeat(43),
        };
        for (const [title, code_verifier] of Object.entries(wrong)) {
          const { status, body } = await exchangeCode(flow, authorized, {
            code_verifier,
            code_challenge_method: 'plain',
          });
          assert.equal(status, 400, title);
          assert.ok(['invalid_grant', 'invalid_request'].includes(body.error ?? ''), title);
        }
        assert.equal((await exchangeCode(flow, authorized)).status, 200);
      });
    });
  }

  describe('PKCE on one side only', () => {
    it('400 for a verifier without a challenge, which an attacker may have removed (RFC 9700 4.8.2)', async () => {
      const flow = { ...getFlow('a program with a secret'), parameters: none };
      const { status, body } = await exchangeCode(flow, await authorize(flow));
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    });

    it('303 invalid_request for a public client and for the bff without PKCE', async () => {
      for (const name of ['the bff', 'a public client']) {
        const { location } = await createFormBrowser().open(
          authorizationUrl({ ...getFlow(name), parameters: none }, ''),
        );
        assert.match(location ?? '', /error=invalid_request/, name);
      }
    });
  });
});

/** Computes the S256 challenge of a verifier. */
const toChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
