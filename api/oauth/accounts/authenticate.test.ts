import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { personKinds } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { createCheapHash } from '../testing/cheap-hash.ts';
import { isSignInPage, obtainTokens, openSignInForm, postAsClient, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createScriptToken, UnknownPersonError } from '../tokens/script-tokens.ts';

forEachDesk(desk => {
  const change = ({ id }: TestPerson, changed: object) =>
    desk().database.transaction(async writes => {
      await writes.updateTable('people').set(changed).where('id', '=', id).execute();
    });

  describe('a disabled person', () => {
    it('cannot sign in, and all tokens are invalid immediately', async () => {
      const { server, database, bff } = desk();
      const person = await addPerson(database, 'leaving@desk.example');
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      const tokens = await obtainTokens(flow);
      await change(person, { disabled: 1 });
      assert.equal(await server.oauth.findPrincipal(tokens.access_token), 'invalid');
      const introspected = await postAsClient(server, bff, { token: tokens.access_token }, '/oauth/introspect');
      assert.deepEqual(introspected.body, { active: false });
      assert.equal((await refreshTokens(flow, tokens.refresh_token)).body.error, 'invalid_grant');

      const { page } = await openSignInForm(desk(), {}, browser);
      assert.ok(isSignInPage(page), 'the session is invalid');
      assert.equal((await browser.submit(page, { email: person.email, password: person.password })).status, 422);
    });
  });

  describe('a mailbox', () => {
    it('cannot sign in, refresh or get a token, even with a password', async () => {
      const { server, database, bff } = desk();
      const person = await addPerson(database, 'mailbox-1@stardesk.invalid');
      const flow = { server, person, client: bff };
      const { refresh_token } = await obtainTokens(flow);
      await change(person, { kind: encodeEnum(personKinds, 'mailbox') });
      const { page, browser } = await openSignInForm(desk());
      assert.equal((await browser.submit(page, { email: person.email, password: person.password })).status, 422);
      assert.equal((await refreshTokens(flow, refresh_token)).body.error, 'invalid_grant');
      const token = { email: person.email, scopes: [], days: 1 };
      await assert.rejects(createScriptToken(database, token, Date.now), UnknownPersonError);
    });
  });

  describe('a weak password hash', () => {
    it('is replaced at the next sign-in', async () => {
      const { server, database, bff } = desk();
      const person = await addPerson(database, 'weak@desk.example');
      await change(person, { password_hash: createCheapHash() });
      await obtainTokens({ server, person, client: bff });
      const people = database.read.selectFrom('people').select('password_hash').where('id', '=', person.id);
      const { password_hash } = await people.executeTakeFirstOrThrow();
      assert.match(password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      await obtainTokens({ server, person, client: bff });
    });
  });
});
