import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteExpiredRecords } from '../store/sweep.ts';
import { createFormBrowser } from '../testing/browser.ts';
import {
  authorize,
  type CodeFlow,
  exchangeCode,
  obtainTokens,
  refreshTokens,
  type TokenBody,
} from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addClient, type TestServer } from '../testing/oauth-server.ts';

const hourMilliseconds = 3_600_000;

/** A grant with all its tokens; `reuse` sends its code or first refresh token again. */
type StartedGrant = {
  flow: CodeFlow;
  tokens: TokenBody[];
  reuse(changed?: Partial<CodeFlow>): Promise<{ status: number; body: TokenBody }>;
};

const redeemCode = async (flow: CodeFlow): Promise<StartedGrant> => {
  const authorized = await authorize(flow);
  const { body } = await exchangeCode(flow, authorized);
  return { flow, tokens: [body], reuse: changed => exchangeCode({ ...flow, ...changed }, authorized) };
};

const refreshOnce = async (flow: CodeFlow): Promise<StartedGrant> => {
  const first = await obtainTokens(flow);
  const { body } = await refreshTokens(flow, first.refresh_token);
  const reuse: StartedGrant['reuse'] = changed => refreshTokens({ ...flow, ...changed }, first.refresh_token);
  return { flow, tokens: [first, body], reuse };
};

const expectRevoked = async (server: TestServer, flow: CodeFlow, tokens: TokenBody[]) => {
  for (const { access_token, refresh_token } of tokens) {
    assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
    const { status, body } = await refreshTokens({ ...flow, server }, refresh_token);
    assert.deepEqual([status, body.error, body.code], [400, 'invalid_grant', 40010]);
  }
};

forEachDesk(desk => {
  // This browser stays signed in, to avoid password hashing.
  const browser = createFormBrowser();
  const getFlow = ({ server, person, program }: OAuthDesk): CodeFlow => ({ server, person, client: program, browser });

  for (const [title, kind, start] of [
    ['a code', 'confidential', redeemCode],
    ['a code of a public client', 'public', redeemCode],
    ['a refresh token', 'confidential', refreshOnce],
  ] as const) {
    const startGrant = async () => start({ ...getFlow(desk()), client: await addClient(desk().database, { kind }) });

    describe(`reuse of ${title}`, () => {
      it('400 for 20 concurrent uses on two servers after two hours and three refreshes; revokes every token', async () => {
        const { server, clock, person } = desk();
        const secondServer = await desk().startSecondServer();
        const { flow, tokens, reuse } = await startGrant();
        for (let n = 0; n < 3; n++) tokens.push((await refreshTokens(flow, tokens.at(-1)?.refresh_token ?? '')).body);
        for (const { oauth } of [server, secondServer]) {
          const found = await oauth.findPrincipal(tokens.at(-1)?.access_token ?? '');
          assert.partialDeepStrictEqual(found, { person: { id: person.id } });
        }
        clock.advance(2 * hourMilliseconds);
        await deleteExpiredRecords(desk().database, desk().clock.now());
        const uses = Array.from({ length: 20 }, (_, n) => reuse({ server: n % 2 === 0 ? server : secondServer }));
        for (const { status, body } of await Promise.all(uses)) {
          assert.deepEqual([status, body.error], [400, 'invalid_grant']);
        }
        await expectRevoked(server, flow, tokens);
        await expectRevoked(secondServer, flow, tokens);
        await secondServer.close();
      });

      it('400 for a different client, whether or not that client has a grace period; revokes no token', async () => {
        const { server, database, person, bff } = desk();
        const { flow, tokens, reuse } = await startGrant();
        const { redirectUri } = flow.client;
        for (const thief of [bff, await addClient(database)]) {
          const { status, body } = await reuse({ client: { ...thief, redirectUri } });
          assert.deepEqual([status, body.error], [400, 'invalid_grant']);
        }
        const { refresh_token, access_token } = tokens.at(-1) ?? assert.fail();
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
        assert.equal((await refreshTokens(flow, refresh_token)).status, 200);
      });
    });
  }

  it('200 for only one of 20 concurrent refreshes on two servers; revokes every token', async () => {
    const { server } = desk();
    const flow = getFlow(desk());
    const secondServer = await desk().startSecondServer();
    const first = await obtainTokens(flow);
    const uses = Array.from({ length: 20 }, (_, n) =>
      refreshTokens({ ...flow, server: n % 2 === 0 ? server : secondServer }, first.refresh_token),
    );
    const successes = (await Promise.all(uses)).filter(({ status }) => status === 200).map(({ body }) => body);
    assert.equal(successes.length, 1);
    await expectRevoked(server, flow, [first, ...successes]);
    await secondServer.close();
  });
});
