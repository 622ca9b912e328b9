import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import {
  authorize,
  type CodeFlow,
  exchangeCode,
  obtainTokens,
  refreshTokens,
  type TokenBody,
} from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const hourMilliseconds = 3_600_000;

/** A grant, all its tokens so far, and a function that reuses its code or token. */
type StartedGrant = {
  flow: CodeFlow;
  tokens: TokenBody[];
  reuse(changed?: Partial<CodeFlow>): Promise<{ status: number; body: TokenBody }>;
};

/** The desk with a browser that stays signed in, to avoid password hashing. */
type SignedInDesk = OAuthDesk & { browser: FormBrowser };

const starters: Record<string, (desk: SignedInDesk) => Promise<StartedGrant>> = {
  async 'a code'({ server, person, program, browser }) {
    const flow = { server, person, client: program, browser };
    const authorized = await authorize(flow);
    const { body } = await exchangeCode(flow, authorized);
    return { flow, tokens: [body], reuse: changed => exchangeCode({ ...flow, ...changed }, authorized) };
  },
  async 'a code of a public client'({ server, person, database, browser }) {
    const flow = { server, person, client: await addClient(database, { kind: 'public' }), browser };
    const authorized = await authorize(flow);
    const { body } = await exchangeCode(flow, authorized);
    return { flow, tokens: [body], reuse: changed => exchangeCode({ ...flow, ...changed }, authorized) };
  },
  async 'a refresh token'({ server, person, program, browser }) {
    const flow = { server, person, client: program, browser };
    const first = await obtainTokens(flow);
    const { body } = await refreshTokens(flow, first.refresh_token);
    return {
      flow,
      tokens: [first, body],
      reuse: changed => refreshTokens({ ...flow, ...changed }, first.refresh_token),
    };
  },
};

/** Actions between the first use and the second. */
const meanwhile: Record<string, (desk: OAuthDesk, grant: StartedGrant) => Promise<void>> = {
  immediately: async () => {},
  async 'after three refreshes'(_desk, { flow, tokens }) {
    for (let n = 0; n < 3; n++) tokens.push((await refreshTokens(flow, tokens.at(-1)?.refresh_token ?? '')).body);
  },
  async 'hours later, after expired records were deleted'({ server, clock }) {
    clock.advance(2 * hourMilliseconds);
    await server.oauth.sweep();
  },
};

const expectRevoked = async ({ server }: OAuthDesk, { flow, tokens }: StartedGrant) => {
  for (const { access_token, refresh_token } of tokens) {
    assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
    const { status, body } = await refreshTokens(flow, refresh_token);
    assert.deepEqual([status, body.error, body.code], [400, 'invalid_grant', 40010]);
  }
};

forEachDesk(desk => {
  const browser = createFormBrowser();
  const signedIn = (): SignedInDesk => ({ ...desk(), browser });
  for (const [title, start] of Object.entries(starters)) {
    describe(`reuse of ${title}`, () => {
      for (const [when, act] of Object.entries(meanwhile)) {
        it(`400 ${when}, and every token of the grant is revoked`, async () => {
          const grant = await start(signedIn());
          await act(desk(), grant);
          const { status, body } = await grant.reuse();
          assert.deepEqual([status, body.error], [400, 'invalid_grant']);
          await expectRevoked(desk(), grant);
        });
      }

      it('400 in another process, and every token is revoked in both', async () => {
        const another = await desk().startAnother();
        const grant = await start(signedIn());
        const bearer = grant.tokens.at(-1)?.access_token ?? '';
        for (const { oauth } of [desk().server, another]) {
          assert.partialDeepStrictEqual(await oauth.findPrincipal(bearer), { person: { id: desk().person.id } });
        }
        assert.equal((await grant.reuse({ server: another })).status, 400);
        await expectRevoked({ ...desk(), server: another }, grant);
        await expectRevoked(desk(), grant);
        await another.close();
      });

      it('400 for 20 concurrent reuses, and every token is revoked', async () => {
        const grant = await start(signedIn());
        const responses = await Promise.all(Array.from({ length: 20 }, () => grant.reuse()));
        assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([400]));
        await expectRevoked(desk(), grant);
      });

      it('400 by another client, and no token is revoked', async () => {
        const { server, database, person } = desk();
        const grant = await start(signedIn());
        const thief = await addClient(database);
        const client = { ...thief, redirectUri: grant.flow.client.redirectUri };
        const { refresh_token, access_token } = grant.tokens.at(-1) ?? assert.fail();
        const { status, body } = await grant.reuse({ client });
        assert.deepEqual([status, body.error], [400, 'invalid_grant']);
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
        assert.equal((await refreshTokens(grant.flow, refresh_token)).status, 200);
      });
    });
  }

  describe('20 concurrent uses of one refresh token', () => {
    it('200 for one without a grace period, and its tokens are revoked too', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program, browser };
      const { refresh_token } = await obtainTokens(flow);
      const another = await desk().startAnother();
      const uses = Array.from({ length: 20 }, (_, n) =>
        refreshTokens({ ...flow, server: n % 2 === 0 ? server : another }, refresh_token),
      );
      const successes = (await Promise.all(uses)).filter(({ status }) => status === 200);
      assert.equal(successes.length, 1);
      await expectRevoked(desk(), { flow, tokens: successes.map(({ body }) => body), reuse: () => assert.fail() });
      await another.close();
    });

    it('200 with the same new tokens within the grace period, from two processes; 400 later, which revokes the grant', async () => {
      const { server, person, bff, clock } = desk();
      const flow = { server, person, client: bff };
      const first = await obtainTokens(flow);
      const another = await desk().startAnother();
      const uses = Array.from({ length: 20 }, (_, n) =>
        refreshTokens({ ...flow, server: n % 2 === 0 ? server : another }, first.refresh_token),
      );
      const responses = await Promise.all(uses);
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
      const pairs = new Set(responses.map(({ body }) => `${body.refresh_token} ${body.access_token}`));
      assert.equal(pairs.size, 1);
      clock.advance(61_000);
      assert.equal((await refreshTokens(flow, first.refresh_token)).body.error, 'invalid_grant');
      await expectRevoked(desk(), { flow, tokens: [first, responses[0]?.body ?? first], reuse: () => assert.fail() });
      await another.close();
    });

    it('400 for a used token sent by another client with a grace period', async () => {
      const { server, person, program, bff } = desk();
      const flow = { server, person, client: program, browser };
      const first = await obtainTokens(flow);
      await refreshTokens(flow, first.refresh_token);
      const { status, body } = await refreshTokens({ server, client: bff }, first.refresh_token);
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    });
  });
});
