import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Browser, createBrowser } from '../testing/browser.ts';
import { authorize, exchange, type Flow, refresh, signIn, type TokenBody } from '../testing/code-flow.ts';
import { type Desk, forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/server.ts';

const hour = 3_600_000;

/** A grant that was begun, all tokens it gave so far, and how to use once more what has been used. */
type Begun = {
  flow: Flow;
  tokens: TokenBody[];
  reuse(changed?: Partial<Flow>): Promise<{ status: number; body: TokenBody }>;
};

/** The desk, and a browser that stays signed in: a password costs more than all the rest. */
type Signed = Desk & { browser: Browser };

const begin: Record<string, (desk: Signed) => Promise<Begun>> = {
  async 'a code'({ server, person, program, browser }) {
    const flow = { server, person, client: program, browser };
    const authorized = await authorize(flow);
    const { body } = await exchange(flow, authorized);
    return { flow, tokens: [body], reuse: changed => exchange({ ...flow, ...changed }, authorized) };
  },
  async 'a code of a public client'({ server, person, database, browser }) {
    const flow = { server, person, client: await addClient(database, { kind: 'public' }), browser };
    const authorized = await authorize(flow);
    const { body } = await exchange(flow, authorized);
    return { flow, tokens: [body], reuse: changed => exchange({ ...flow, ...changed }, authorized) };
  },
  async 'a refresh token'({ server, person, program, browser }) {
    const flow = { server, person, client: program, browser };
    const first = await signIn(flow);
    const { body } = await refresh(flow, first.refresh_token);
    return { flow, tokens: [first, body], reuse: changed => refresh({ ...flow, ...changed }, first.refresh_token) };
  },
};

/** What happened between the first use and the second. */
const meanwhile: Record<string, (desk: Desk, begun: Begun) => Promise<void>> = {
  'at once': async () => {},
  async 'after three refreshes'(_desk, { flow, tokens }) {
    for (let n = 0; n < 3; n++) tokens.push((await refresh(flow, tokens.at(-1)?.refresh_token ?? '')).body);
  },
  async 'hours later, when what had ended was swept'({ server, clock }) {
    clock.pass(2 * hour);
    await server.oauth.sweep();
  },
};

const expectDead = async ({ server }: Desk, { flow, tokens }: Begun) => {
  for (const { access_token, refresh_token } of tokens) {
    assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
    const { status, body } = await refresh(flow, refresh_token);
    assert.deepEqual([status, body.error, body.code], [400, 'invalid_grant', 40010]);
  }
};

forEachDesk(desk => {
  const browser = createBrowser();
  const signed = (): Signed => ({ ...desk(), browser });
  for (const [what, start] of Object.entries(begin)) {
    describe(`${what} that is used again`, () => {
      for (const [when, happen] of Object.entries(meanwhile)) {
        it(`400 ${when}, and every token that came of it dies, the access tokens too`, async () => {
          const begun = await start(signed());
          await happen(desk(), begun);
          const { status, body } = await begun.reuse();
          assert.deepEqual([status, body.error], [400, 'invalid_grant']);
          await expectDead(desk(), begun);
        });
      }

      it('400 through another process, and every token dies in both', async () => {
        const another = await desk().startAnother();
        const begun = await start(signed());
        const bearer = begun.tokens.at(-1)?.access_token ?? '';
        for (const { oauth } of [desk().server, another]) {
          assert.partialDeepStrictEqual(await oauth.findPrincipal(bearer), { person: { id: desk().person.id } });
        }
        assert.equal((await begun.reuse({ server: another })).status, 400);
        await expectDead({ ...desk(), server: another }, begun);
        await expectDead(desk(), begun);
        await another.close();
      });

      it('400 for 20 at once beside a first use that was answered, and nothing is left', async () => {
        const begun = await start(signed());
        const answers = await Promise.all(Array.from({ length: 20 }, () => begun.reuse()));
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]));
        await expectDead(desk(), begun);
      });

      it('400 by another client, and nothing dies for that', async () => {
        const { server, database, person } = desk();
        const begun = await start(signed());
        const thief = await addClient(database);
        const client = { ...thief, redirectUri: begun.flow.client.redirectUri };
        const { refresh_token, access_token } = begun.tokens.at(-1) ?? assert.fail();
        const { status, body } = await begun.reuse({ client });
        assert.deepEqual([status, body.error], [400, 'invalid_grant']);
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
        assert.equal((await refresh(begun.flow, refresh_token)).status, 200);
      });
    });
  }

  describe('20 uses of one refresh token at once', () => {
    it('one 200 at the most without grace, and the winner’s tokens are dead too', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program, browser };
      const { refresh_token } = await signIn(flow);
      const another = await desk().startAnother();
      const uses = Array.from({ length: 20 }, (_, n) =>
        refresh({ ...flow, server: n % 2 === 0 ? server : another }, refresh_token),
      );
      const won = (await Promise.all(uses)).filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      await expectDead(desk(), { flow, tokens: won.map(({ body }) => body), reuse: () => assert.fail() });
      await another.close();
    });

    it('the same successor for all within the grace, through two processes; afterwards its use ends the family', async () => {
      const { server, person, bff, clock } = desk();
      const flow = { server, person, client: bff };
      const first = await signIn(flow);
      const another = await desk().startAnother();
      const uses = Array.from({ length: 20 }, (_, n) =>
        refresh({ ...flow, server: n % 2 === 0 ? server : another }, first.refresh_token),
      );
      const answers = await Promise.all(uses);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      const pairs = new Set(answers.map(({ body }) => `${body.refresh_token} ${body.access_token}`));
      assert.equal(pairs.size, 1);
      clock.pass(61_000);
      assert.equal((await refresh(flow, first.refresh_token)).body.error, 'invalid_grant');
      await expectDead(desk(), { flow, tokens: [first, answers[0]?.body ?? first], reuse: () => assert.fail() });
      await another.close();
    });

    it('400 for the client’s own used token under the name of one with grace', async () => {
      const { server, person, program, bff } = desk();
      const flow = { server, person, client: program, browser };
      const first = await signIn(flow);
      await refresh(flow, first.refresh_token);
      const { status, body } = await refresh({ server, client: bff }, first.refresh_token);
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    });
  });
});
