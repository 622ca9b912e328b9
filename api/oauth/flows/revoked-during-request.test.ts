import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword } from '../accounts/passwords.ts';
import { revokeAllAccess, revokeGrants } from '../grants/revoke-grants.ts';
import { revokeAllSignIns, revokeSignIn } from '../grants/sign-ins.ts';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  createVerifier,
  exchangeCode,
  isSignInPage,
  obtainTokens,
  openSignInForm,
} from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { overlapWrites } from '../testing/overlap-writes.ts';

type Client = { clientId: string; clientSecret: string | null; redirectUri: string };

forEachDesk(desk => {
  let count = 0;
  const addUniquePerson = () => addPerson(desk().database, `meanwhile-${++count}@desk.example`);

  /** Prepares an authorization request in a signed-in browser; `exchange` exchanges the resulting code. */
  const prepareRequest = (browser: FormBrowser, client: Client) => {
    const { server } = desk();
    const { verifier, challenge } = createVerifier();
    const exchange = ({ location }: BrowserPage) =>
      exchangeCode({ server, client }, { back: new URL(location ?? ''), verifier });
    return { request: () => browser.open(authorizationUrl({ server, client }, challenge)), exchange };
  };

  const findSessionUid = async ({ id }: TestPerson): Promise<string> => {
    const sessions = desk().database.read.selectFrom('oauth_records').select('uid').where('model', '=', 'Session');
    return (await sessions.where('account_id', '=', id).executeTakeFirstOrThrow()).uid ?? '';
  };

  const isSignedIn = async (browser: FormBrowser) => !isSignInPage((await openSignInForm(desk(), {}, browser)).page);

  describe('an authorization request during which', () => {
    const revocations: [
      title: string,
      revoke: (desk: OAuthDesk, person: TestPerson, uid: string) => Promise<unknown>,
    ][] = [
      [
        'all access of the person is revoked',
        ({ database }, { id }) => database.transaction(w => revokeAllAccess(w, id)),
      ],
      ['they sign out everywhere', ({ database }, { id }) => database.transaction(w => revokeAllSignIns(w, id))],
      [
        'they sign out of this session',
        ({ database }, { id }, uid) => database.transaction(w => revokeSignIn(w, id, uid)),
      ],
      [
        'the web app’s grants are revoked',
        ({ database, bff }) => database.transaction(w => revokeGrants(w, { client_id: bff.clientId })),
      ],
    ];
    for (const [title, revoke] of revocations) {
      for (const first of ['the request', 'the revocation'] as const) {
        it(`${title} returns no valid token and no session: ${first} is first`, async () => {
          const { server, database, bff } = desk();
          const [person, browser] = [await addUniquePerson(), createFormBrowser()];
          await obtainTokens({ server, person, client: bff, browser });
          const uid = await findSessionUid(person);
          const { request, exchange } = prepareRequest(browser, bff);
          const revoked = () => revoke(desk(), person, uid).then(() => null);
          const order = first === 'the revocation' ? ([revoked, request] as const) : ([request, revoked] as const);
          const page = (await overlapWrites<BrowserPage | null, BrowserPage | null>(database, server, [...order])).find(
            each => each !== null,
          );
          assert.equal(page?.status, 303);
          const exchanged = page && (await exchange(page));
          if (exchanged?.status === 200)
            assert.equal(await server.oauth.findPrincipal(exchanged.body.access_token), 'invalid');
          assert.equal(await isSignedIn(browser), false);
        });
      }
    }
  });

  describe('a sign-in whose password is changed', () => {
    const password_hash = hashPassword('another battery staple');
    const change = async ({ id }: TestPerson) => {
      const changed = { password_hash: await password_hash };
      await desk().database.transaction(async writes => {
        await revokeAllAccess(writes, id);
        await writes.updateTable('people').set(changed).where('id', '=', id).execute();
      });
    };
    const openSignIn = async (person: TestPerson) => {
      const { browser, page } = await openSignInForm(desk());
      return { browser, send: () => browser.submit(page, { email: person.email, password: person.password }) };
    };

    it('fails when the change is after the form and before the resumption', async () => {
      const { bff } = desk();
      const person = await addUniquePerson();
      const { browser, send } = await openSignIn(person);
      const sent = await send();
      await change(person);
      const page = await browser.follow(sent.location ?? '', bff.redirectUri);
      assert.ok(!page.location?.includes('code='));
      assert.equal(await isSignedIn(browser), false);
    });

    for (const first of ['the form', 'the change'] as const) {
      it(`fails when the change is concurrent with the form: ${first} is first`, async () => {
        const { server, database, bff } = desk();
        const person = await addUniquePerson();
        const { browser, send } = await openSignIn(person);
        const changed = () => change(person).then(() => null);
        const order = first === 'the form' ? ([send, changed] as const) : ([changed, send] as const);
        const results = await overlapWrites<BrowserPage | null, BrowserPage | null>(database, server, [...order]);
        const sent = results.find(each => each !== null);
        if (sent?.location != null) await browser.follow(sent.location, bff.redirectUri);
        else assert.equal(sent?.status, 422);
        assert.equal(await isSignedIn(browser), false);
      });

      it(`fails when the change is concurrent with the resumption: ${first === 'the form' ? 'the resumption' : first} is first`, async () => {
        const { server, database, bff } = desk();
        const person = await addUniquePerson();
        const { browser, send } = await openSignIn(person);
        const sent = await send();
        const resume = () => browser.follow(sent.location ?? '', bff.redirectUri);
        const changed = () => change(person).then(() => null);
        const order = first === 'the form' ? ([resume, changed] as const) : ([changed, resume] as const);
        await overlapWrites<BrowserPage | null, BrowserPage | null>(database, server, [...order]);
        assert.equal(await isSignedIn(browser), false);
      });
    }
  });
});
