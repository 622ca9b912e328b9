import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { createFormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  authorize,
  exchangeCode,
  obtainTokens,
  openConsentPage,
  refreshTokens,
} from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';
import { ensureBffClient, ensureDocsClient } from './built-in-clients.ts';
import { docsClientId } from './client-ids.ts';
import { requireClient, updateClient } from './clients.ts';
import { RegistrationError } from './registration.ts';

const moved = 'https://moved.example/back';

forEachDesk(desk => {
  describe('changing a client', () => {
    it('keeps the id, the secret, all tokens and every other setting', async () => {
      const { server, database, person } = desk();
      const lifetimes = { accessTokenSeconds: 300 };
      const client = await addClient(database, { rateLimit: 7, lifetimes });
      const flow = { server, person, client };
      const { access_token, refresh_token } = await obtainTokens(flow);
      const before = await requireClient(database.read, client.clientId);
      const change = { name: 'Day Shift', lifetimes: { refreshGraceSeconds: 5 } };
      const after = await updateClient(database, client.clientId, change, commandActor(Date.now()));
      assert.deepEqual(after, { ...before, ...change, lifetimes: { ...before.lifetimes, ...change.lifetimes } });
      assert.deepEqual(await requireClient(database.read, client.clientId), after);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { perMinute: 7 });
      assert.equal((await refreshTokens(flow, refresh_token)).body.expires_in, 300);
    });

    it('400 immediately for a removed redirect URI; a new URI works', async () => {
      const { server, database, person } = desk();
      const client = await addClient(database);
      await updateClient(database, client.clientId, { redirectUris: [moved] }, commandActor(Date.now()));
      const page = await createFormBrowser().open(authorizationUrl({ server, client }));
      assert.deepEqual([page.status, page.location], [400, null]);
      await obtainTokens({ server, person, client: { ...client, redirectUri: moved } });
    });

    it('400 as a page if the redirect URI was removed during a sign-in', async () => {
      const { server, database, person } = desk();
      const client = await addClient(database);
      const browser = createFormBrowser();
      const form = await browser.follow(authorizationUrl({ server, client }), client.redirectUri);
      const pending = await openConsentPage({ ...desk(), client });
      const decided = await openConsentPage({ ...desk(), client });
      const allowed = await decided.browser.submit(decided.page, { decision: 'allow' });
      await updateClient(database, client.clientId, { redirectUris: [moved] }, commandActor(Date.now()));
      for (const response of [
        await browser.submit(form, { email: person.email, password: person.password }),
        await pending.browser.submit(pending.page, { decision: 'allow' }),
        await pending.browser.submit(pending.page, { decision: 'cancel' }),
        await decided.browser.open(allowed.location ?? ''),
      ]) {
        assert.deepEqual([response.status, response.location], [400, null]);
        assert.match(response.text, /cannot be completed/);
      }
    });

    it('400 for a code that was sent to a removed redirect URI', async () => {
      const { server, database, person } = desk();
      const client = await addClient(database);
      const flow = { server, person, client };
      const response = await authorize(flow);
      await updateClient(database, client.clientId, { redirectUris: [moved] }, commandActor(Date.now()));
      for (const fields of [{}, { redirect_uri: moved }]) {
        const { status, body } = await exchangeCode(flow, response, fields);
        assert.deepEqual([status, body.error], [400, 'invalid_grant']);
      }
    });

    it('removes duplicate URIs and trims the name', async () => {
      const { database } = desk();
      const { clientId } = await addClient(database, { name: ' Night Shift ', redirectUris: [moved, moved] });
      const changed = await updateClient(
        database,
        clientId,
        { postLogoutRedirectUris: [moved, moved] },
        commandActor(Date.now()),
      );
      assert.partialDeepStrictEqual(changed, { name: 'Night Shift', redirectUris: [moved] });
      assert.deepEqual(changed.postLogoutRedirectUris, [moved]);
    });

    it('rejects an invalid change as a whole', async () => {
      const { database } = desk();
      const client = await addClient(database);
      const before = await requireClient(database.read, client.clientId);
      for (const change of [
        { name: ' ' },
        { redirectUris: [] },
        { name: 'Other', redirectUris: [moved, 'http://program.example/'] },
        { postLogoutRedirectUris: ['https://program.example/#'] },
        { scopes: [] },
        { lifetimes: { refreshIdleSeconds: 60 } },
      ]) {
        await assert.rejects(
          updateClient(database, client.clientId, change, commandActor(Date.now())),
          RegistrationError,
        );
      }
      assert.deepEqual(await requireClient(database.read, client.clientId), before);
      await assert.rejects(
        updateClient(database, 'missing-id', { name: 'Other' }, commandActor(Date.now())),
        /Unknown client missing-id/,
      );
    });

    it('changes only the rate limit of a built-in client; the limit survives a restart', async () => {
      const { database, bff } = desk();
      await ensureDocsClient(database, 'https://desk.example/docs', Date.now);
      for (const id of [bff.clientId, docsClientId]) {
        for (const change of [
          { name: 'Mine' },
          { redirectUris: [moved] },
          { lifetimes: { accessTokenSeconds: 300 } },
          { rateLimit: 5, scopes: [] },
        ]) {
          await assert.rejects(updateClient(database, id, change, commandActor(Date.now())), /built in.+--rate-limit/);
        }
        assert.equal((await updateClient(database, id, { rateLimit: 5 }, commandActor(Date.now()))).rateLimit, 5);
      }
      const again = { id: bff.clientId, secret: bff.clientSecret, deskUrl: 'http://localhost:3000' };
      await ensureBffClient(database, again, Date.now);
      assert.equal((await requireClient(database.read, bff.clientId)).rateLimit, 5);
    });
  });
});
