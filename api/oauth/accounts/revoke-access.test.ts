import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { isSignInPage, obtainTokens, openSignInForm, postAsClient, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';
import { revokeAllAccess } from './revoke-access.ts';

forEachDesk(desk => {
  describe('a disabled person', () => {
    it('cannot sign in, and all tokens are invalid immediately', async () => {
      const { server, database, bff } = desk();
      const person = await addPerson(database, 'leaving@desk.example');
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      const tokens = await obtainTokens(flow);
      await database.transaction(async writes => {
        await writes.updateTable('people').set({ disabled: 1 }).where('id', '=', person.id).execute();
      });
      assert.equal(await server.oauth.findPrincipal(tokens.access_token), 'invalid');
      const introspected = await postAsClient(server, bff, { token: tokens.access_token }, '/oauth/introspect');
      assert.deepEqual(introspected.body, { active: false });
      assert.equal((await refreshTokens(flow, tokens.refresh_token)).body.error, 'invalid_grant');

      const { page } = await openSignInForm(desk(), {}, browser);
      assert.ok(isSignInPage(page), 'the session is invalid');
      assert.equal((await browser.submit(page, { email: person.email, password: person.password })).status, 422);
    });

    it('has no records after all access is revoked', async () => {
      const { server, database, bff } = desk();
      const person = await addPerson(database, 'everywhere@desk.example');
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      const tokens = await obtainTokens(flow);
      await database.transaction(writes => revokeAllAccess(writes, person.id));
      assert.equal(await server.oauth.findPrincipal(tokens.access_token), 'invalid');
      assert.equal((await refreshTokens(flow, tokens.refresh_token)).body.error, 'invalid_grant');
      const { page } = await openSignInForm(desk(), {}, browser);
      assert.ok(isSignInPage(page));
      const left = await database.read
        .selectFrom('oauth_records')
        .select('model')
        .where('account_id', '=', person.id)
        .execute();
      assert.deepEqual(left, []);
    });
  });

  describe('weak hashes', () => {
    it('are replaced at the next sign-in', async () => {
      const { server, database, bff } = desk();
      const person = await addPerson(database, 'weak@desk.example');
      const weak = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$';
      const parameters = { message: person.password, nonce: 'saltsalt', memory: 8, passes: 1, parallelism: 1 };
      const hash = argon2Sync('argon2id', { ...parameters, tagLength: 32 })
        .toString('base64')
        .replaceAll('=', '');
      const setHash = async (password_hash: string) =>
        database.transaction(writes =>
          writes.updateTable('people').set({ password_hash }).where('id', '=', person.id).execute(),
        );
      await setHash(weak + hash);
      await obtainTokens({ server, person, client: bff });
      const row = await database.read
        .selectFrom('people')
        .select('password_hash')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      assert.match(row.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      await obtainTokens({ server, person, client: bff });
    });
  });
});
