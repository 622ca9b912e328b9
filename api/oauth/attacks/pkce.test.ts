import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, createVerifier, exchange, type Flow } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/server.ts';

const none = { code_challenge: undefined, code_challenge_method: undefined };
const { challenge } = createVerifier();

/** Challenges nobody may begin with; a lone challenge means `plain` by RFC 7636 4.3. */
const refused: Record<string, Record<string, string | undefined>> = {
  'no method, which would mean plain': { code_challenge_method: undefined },
  'the method plain': { code_challenge_method: 'plain' },
  'the method in small letters': { code_challenge_method: 's256' },
  'another method': { code_challenge_method: 'S512' },
  'a method and no challenge': { code_challenge: undefined },
  'a challenge of 42 letters': { code_challenge: challenge.slice(1) },
  'a challenge of 129': { code_challenge: 'x'.repeat(129) },
  'a challenge in base64': { code_challenge: `${challenge.slice(1)}=` },
  'an empty challenge': { code_challenge: '' },
};

withDesk(desk => {
  const browser = createBrowser();
  let clients: Record<string, Flow['client']>;
  before(async () => {
    const { database, bff, program } = desk();
    clients = {
      'the bff': bff,
      'a program with a secret': program,
      'a public client': await addClient(database, { kind: 'public' }),
    };
  });
  const flowOf = (name: string): Flow => {
    const { server, person } = desk();
    return { server, person, browser, client: clients[name] ?? assert.fail() };
  };

  for (const name of ['the bff', 'a program with a secret', 'a public client']) {
    describe(`PKCE of ${name}`, () => {
      for (const [what, parameters] of Object.entries(refused)) {
        it(`303 back with invalid_request for ${what}`, async () => {
          const { location } = await createBrowser().open(authorizationUrl({ ...flowOf(name), parameters }, challenge));
          const { searchParams } = new URL(location ?? '');
          assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['invalid_request', null]);
        });
      }

      it('400 at the exchange without the verifier, or with what is not it; with it 200', async () => {
        const flow = flowOf(name);
        const [authorized, other] = [await authorize(flow), await authorize(flow)];
        const { verifier } = authorized;
        const wrong: Record<string, string> = {
          'none at all': '',
          'the challenge itself, as plain would have it': challengeOf(verifier),
          'the one of another authorization': other.verifier,
          'one letter more': `${verifier}x`,
          'one letter less': verifier.slice(1),
          'in capitals': verifier.toUpperCase(),
          'with a space behind': `${verifier} `,
          'of 129 letters': 'x'.repeat(129),
          'of letters there are not': 'é'.repeat(43),
        };
        for (const [what, code_verifier] of Object.entries(wrong)) {
          const { status, body } = await exchange(flow, authorized, { code_verifier, code_challenge_method: 'plain' });
          assert.equal(status, 400, what);
          assert.ok(['invalid_grant', 'invalid_request'].includes(body.error ?? ''), what);
        }
        assert.equal((await exchange(flow, authorized)).status, 200);
      });
    });
  }

  describe('PKCE that one side leaves out', () => {
    it('400 for a verifier where no challenge was: somebody took the challenge out (RFC 9700 4.8.2)', async () => {
      const flow = { ...flowOf('a program with a secret'), parameters: none };
      const { status, body } = await exchange(flow, await authorize(flow));
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    });

    it('303 back with invalid_request for a public client, and for the bff, without any', async () => {
      for (const name of ['the bff', 'a public client']) {
        const { location } = await createBrowser().open(authorizationUrl({ ...flowOf(name), parameters: none }, ''));
        assert.match(location ?? '', /error=invalid_request/, name);
      }
    });
  });
});

/** What S256 makes of a verifier. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
