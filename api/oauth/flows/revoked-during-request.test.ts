import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WriteTransaction } from '../../database/database.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { revokeAllAccess, revokeGrants } from '../grants/revoke-grants.ts';
import { revokeAllSignIns, revokeSignIn } from '../grants/sign-ins.ts';
import { type BrowserPage, createFormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  createVerifier,
  exchangeCode,
  isSignedIn,
  obtainTokens,
  openSignInForm,
} from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { overlapWrites } from '../testing/overlap-writes.ts';

forEachDesk(desk => {
  let count = 0;
  const addUniquePerson = () => addPerson(desk().database, `meanwhile-${++count}@desk.example`);

  const findSessionUid = async ({ id }: TestPerson): Promise<string> => {
    const sessions = desk().database.read.selectFrom('oauth_records').select('uid').where('model', '=', 'Session');
    return (await sessions.where('account_id', '=', id).executeTakeFirstOrThrow()).uid ?? '';
  };

  /** Sends a request and a revocation that overlap, in the given order. Returns the response. */
  const overlap = async (
    isRequestFirst: boolean,
    request: () => Promise<BrowserPage>,
    revoke: () => Promise<unknown>,
  ): Promise<BrowserPage> => {
    const { server, database } = desk();
    const revokeFully = () => revoke().then(() => null);
    const both = isRequestFirst ? ([request, revokeFully] as const) : ([revokeFully, request] as const);
    const results = await overlapWrites<BrowserPage | null, BrowserPage | null>(database, server, [...both]);
    return results.find(each => each !== null) ?? assert.fail();
  };
  const orders = [
    ['the request is first', true],
    ['the revocation is first', false],
  ] as const;

  describe('an authorization request concurrent with', () => {
    type Revoke = (writes: WriteTransaction, desk: OAuthDesk, person: TestPerson, uid: string) => Promise<unknown>;
    const revocations: [title: string, revoke: Revoke][] = [
      ['the revocation of all access', (writes, _desk, { id }) => revokeAllAccess(writes, id)],
      ['a sign-out everywhere', (writes, _desk, { id }) => revokeAllSignIns(writes, id)],
      ['a sign-out of this session', (writes, _desk, { id }, uid) => revokeSignIn(writes, id, uid)],
      [
        'the revocation of the web app’s grants',
        (writes, { bff }) => revokeGrants(writes, { client_id: bff.clientId }),
      ],
    ];
    for (const [title, revoke] of revocations) {
      for (const [order, isRequestFirst] of orders) {
        it(`${title} leaves no valid token and no session: ${order}`, async () => {
          const { server, database, bff } = desk();
          const [person, browser] = [await addUniquePerson(), createFormBrowser()];
          await obtainTokens({ server, person, client: bff, browser });
          const uid = await findSessionUid(person);
          const { verifier, challenge } = createVerifier();
          const page = await overlap(
            isRequestFirst,
            () => browser.open(authorizationUrl({ server, client: bff }, challenge)),
            () => database.transaction(writes => revoke(writes, desk(), person, uid)),
          );
          assert.equal(page.status, 303);
          const back = new URL(page.location ?? '');
          const { status, body } = await exchangeCode({ server, client: bff }, { back, verifier });
          if (status === 200) assert.equal(await server.oauth.findPrincipal(body.access_token), 'invalid');
          assert.equal(await isSignedIn(desk(), browser), false);
        });
      }
    }
  });

  describe('a sign-in whose password is changed', () => {
    const hashing = hashPassword('another battery staple');
    const openSignIn = async () => {
      const { database } = desk();
      const { id, email, password } = await addUniquePerson();
      const { browser, page } = await openSignInForm(desk());
      const changePassword = async () => {
        const changed = { password_hash: await hashing };
        await database.transaction(async writes => {
          await revokeAllAccess(writes, id);
          await writes.updateTable('people').set(changed).where('id', '=', id).execute();
        });
      };
      return { browser, send: () => browser.submit(page, { email, password }), changePassword };
    };

    it('fails if the password changes between the form and the resumed authorization request', async () => {
      const { browser, send, changePassword } = await openSignIn();
      const sent = await send();
      await changePassword();
      const page = await browser.follow(sent.location ?? '', desk().bff.redirectUri);
      assert.ok(!page.location?.includes('code='));
      assert.equal(await isSignedIn(desk(), browser), false);
    });

    for (const [order, isRequestFirst] of orders) {
      it(`fails if the password changes while the form is processed: ${order}`, async () => {
        const { browser, send, changePassword } = await openSignIn();
        const sent = await overlap(isRequestFirst, send, changePassword);
        if (sent.location === null) assert.equal(sent.status, 422);
        else await browser.follow(sent.location, desk().bff.redirectUri);
        assert.equal(await isSignedIn(desk(), browser), false);
      });

      it(`fails if the password changes while the authorization request resumes: ${order}`, async () => {
        const { browser, send, changePassword } = await openSignIn();
        const sent = await send();
        const resume = () => browser.follow(sent.location ?? '', desk().bff.redirectUri);
        await overlap(isRequestFirst, resume, changePassword);
        assert.equal(await isSignedIn(desk(), browser), false);
      });
    }
  });
});
