import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword } from '../accounts/passwords.ts';
import { endAccess } from '../accounts/people-access.ts';
import { endGrants } from '../grants/end-grants.ts';
import { endAllSignIns, endSignIn } from '../grants/sign-ins.ts';
import { type Browser, createBrowser, type Page } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, exchange, isSignIn, openForm, signIn } from '../testing/code-flow.ts';
import { type Desk, forEachDesk } from '../testing/for-each-desk.ts';
import { inThisOrder } from '../testing/in-this-order.ts';
import { addPerson, type TestPerson } from '../testing/server.ts';

type Client = { clientId: string; clientSecret: string | null; redirectUri: string };

forEachDesk(desk => {
  let count = 0;
  const somebody = () => addPerson(desk().database, `meanwhile-${++count}@desk.example`);

  /** Asks for a code in a browser that is signed in; `trade` trades what came of it. */
  const ask = (browser: Browser, client: Client) => {
    const { server } = desk();
    const { verifier, challenge } = createVerifier();
    const trade = ({ location }: Page) => exchange({ server, client }, { back: new URL(location ?? ''), verifier });
    return { asked: () => browser.open(authorizationUrl({ server, client }, challenge)), trade };
  };

  const uidOf = async ({ id }: TestPerson): Promise<string> => {
    const sessions = desk().database.read.selectFrom('oauth_records').select('uid').where('model', '=', 'Session');
    return (await sessions.where('account_id', '=', id).executeTakeFirstOrThrow()).uid ?? '';
  };

  const isKnown = async (browser: Browser) => !isSignIn((await openForm(desk(), {}, browser)).page);

  describe('an authorization request that is under way while', () => {
    const endings: [what: string, end: (desk: Desk, person: TestPerson, uid: string) => Promise<unknown>][] = [
      ['all of the person’s access is ended', ({ database }, { id }) => database.transaction(w => endAccess(w, id))],
      ['they sign out everywhere', ({ database }, { id }) => database.transaction(w => endAllSignIns(w, id))],
      ['they sign out there', ({ database }, { id }, uid) => database.transaction(w => endSignIn(w, id, uid))],
      [
        'the web app’s grants are ended',
        ({ database, bff }) => database.transaction(w => endGrants(w, { client_id: bff.clientId })),
      ],
    ];
    for (const [what, end] of endings) {
      for (const first of ['the request', 'the end'] as const) {
        it(`${what} yields nothing, and leaves nobody signed in: ${first} is first`, async () => {
          const { server, database, bff } = desk();
          const [person, browser] = [await somebody(), createBrowser()];
          await signIn({ server, person, client: bff, browser });
          const uid = await uidOf(person);
          const { asked, trade } = ask(browser, bff);
          const ended = () => end(desk(), person, uid).then(() => null);
          const order = first === 'the end' ? ([ended, asked] as const) : ([asked, ended] as const);
          const page = (await inThisOrder<Page | null, Page | null>(database, server, [...order])).find(
            each => each !== null,
          );
          assert.equal(page?.status, 303);
          const traded = page && (await trade(page));
          if (traded?.status === 200)
            assert.equal(await server.oauth.findPrincipal(traded.body.access_token), 'invalid');
          assert.equal(await isKnown(browser), false);
        });
      }
    }
  });

  describe('a sign-in whose password is changed', () => {
    const password_hash = hashPassword('another battery staple');
    const change = async ({ id }: TestPerson) => {
      const changed = { password_hash: await password_hash };
      await desk().database.transaction(async writes => {
        await endAccess(writes, id);
        await writes.updateTable('people').set(changed).where('id', '=', id).execute();
      });
    };
    const begin = async (person: TestPerson) => {
      const { browser, page } = await openForm(desk());
      return { browser, send: () => browser.submit(page, { email: person.email, password: person.password }) };
    };

    it('after the form was sent comes to nothing when it is gone on with', async () => {
      const { bff } = desk();
      const person = await somebody();
      const { browser, send } = await begin(person);
      const sent = await send();
      await change(person);
      const page = await browser.follow(sent.location ?? '', bff.redirectUri);
      assert.ok(!page.location?.includes('code='));
      assert.equal(await isKnown(browser), false);
    });

    for (const first of ['the form', 'the change'] as const) {
      it(`while the form is under way comes to nothing: ${first} is first`, async () => {
        const { server, database, bff } = desk();
        const person = await somebody();
        const { browser, send } = await begin(person);
        const changed = () => change(person).then(() => null);
        const order = first === 'the form' ? ([send, changed] as const) : ([changed, send] as const);
        const found = await inThisOrder<Page | null, Page | null>(database, server, [...order]);
        const sent = found.find(each => each !== null);
        if (sent?.location != null) await browser.follow(sent.location, bff.redirectUri);
        else assert.equal(sent?.status, 422);
        assert.equal(await isKnown(browser), false);
      });

      it(`while it is gone on with comes to nothing: ${first === 'the form' ? 'that' : first} is first`, async () => {
        const { server, database, bff } = desk();
        const person = await somebody();
        const { browser, send } = await begin(person);
        const sent = await send();
        const goOn = () => browser.follow(sent.location ?? '', bff.redirectUri);
        const changed = () => change(person).then(() => null);
        const order = first === 'the form' ? ([goOn, changed] as const) : ([changed, goOn] as const);
        await inThisOrder<Page | null, Page | null>(database, server, [...order]);
        assert.equal(await isKnown(browser), false);
      });
    }
  });
});
