import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Mailbox } from '#contract';
import { createFormBrowser, type FormBrowser } from '../oauth/testing/browser.ts';
import { forEachApi } from '../testing/api.ts';
import { type MailProvider, mailClient, startMailProvider } from './testing/mail-provider.ts';
import { createSignInSteps } from './testing/mailbox-sign-in.ts';

const as = 'admin';
const tenMinutes = 600_000;
let count = 0;

forEachApi(api => {
  let provider: MailProvider;
  let browser: FormBrowser;
  let mailbox: Mailbox;
  const { openBrowser, read, setProvider, signInAtProvider, authorize } = createSignInSteps(api, () => provider);

  before(async () => {
    provider = await startMailProvider(`${api().url}/oauth/mailbox-callback`);
    browser = await openBrowser();
  });
  after(() => provider.close());
  beforeEach(async () => {
    const body = { name: 'Support', address: `sign-in-${count++}@desk.example` };
    mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as, body })).body;
  });

  describe('the sign-in of a mailbox', () => {
    it('303 redirects to the provider with PKCE and an unpredictable state; the callback stores tokens', async () => {
      const start = await browser.open(await setProvider(mailbox));
      const { searchParams } = new URL(start.location ?? '');
      assert.equal(start.status, 303);
      assert.partialDeepStrictEqual(Object.fromEntries(searchParams), {
        ...{ response_type: 'code', client_id: mailClient.client_id, scope: 'mail offline_access' },
        ...{ code_challenge_method: 'S256', login_hint: mailbox.address, prompt: 'consent' },
        redirect_uri: `${api().url}/oauth/mailbox-callback`,
      });
      assert.match(searchParams.get('state') ?? '', /^[^.]+\.[\w-]{43}$/);
      await authorize(mailbox, browser);
      const { version } = await read(mailbox);
      assert.equal(
        (await api().call('PUT', `${mailbox.url}/authorization`, { as, body: { ...provider.authorization } })).status,
        200,
      );
      assert.partialDeepStrictEqual(await read(mailbox), { state: 'authorized', version: version + 1, error: null });
    });

    it('400 for a state that was used, replaced, forged or omitted, without a request to the provider', async () => {
      const url = await setProvider(mailbox);
      const [replaced, used] = [await signInAtProvider(browser, url), await signInAtProvider(browser, url)];
      const forged = used.replace(/state=[^&]+/, `state=${mailbox.id}.${'A'.repeat(43)}`);
      for (const callback of [replaced, forged, used.replace(/state=[^&]+&?/, '')])
        assert.deepEqual([(await browser.open(callback)).status, (await read(mailbox)).state], [400, 'pending']);
      const before = provider.tokenRequests.length;
      assert.equal((await browser.open(used)).status, 200);
      const again = await browser.open(used);
      assert.equal(again.status, 400);
      assert.match(again.text, /This sign-in is not valid/);
      assert.equal(provider.tokenRequests.length, before + 1);
    });

    it('400 for another administrator, 403 for agents, viewers and browsers that are not signed in', async () => {
      const url = await setProvider(mailbox);
      const callback = await signInAtProvider(browser, url);
      for (const role of ['agent', 'viewer'] as const) {
        const other = await openBrowser(role);
        for (const address of [url, callback]) assert.equal((await other.open(address)).status, 403, role);
      }
      for (const address of [url, callback]) assert.equal((await createFormBrowser().open(address)).status, 403);
      const promote = (role: 'admin' | 'agent') =>
        api().call('PATCH', `/v1/people/${api().people.agent.id}`, { as, body: { role } });
      await promote('admin');
      assert.equal((await (await openBrowser('agent')).open(callback)).status, 400);
      await promote('agent');
      assert.equal((await browser.open(callback)).status, 200, 'the administrator who started it can still finish');
    });

    it('400 after ten minutes', async () => {
      const callback = await signInAtProvider(browser, await setProvider(mailbox));
      api().clock.advance(tenMinutes + 1);
      const page = await browser.open(callback);
      assert.equal(page.status, 400);
      assert.match(page.text, /ten minutes/);
      assert.equal((await read(mailbox)).state, 'pending');
    });

    it('400 with the error if the provider declines, rejects the client, or its response is lost', async () => {
      const url = await setProvider(mailbox);
      const declined = new URL(await signInAtProvider(browser, url));
      declined.searchParams.delete('code');
      declined.searchParams.set('error', 'access_denied');
      assert.match((await browser.open(declined)).text, /did not complete the sign-in \(access_denied\)/);
      provider.fault = 'lost response';
      const lost = await browser.open(await signInAtProvider(browser, url));
      provider.fault = null;
      assert.match(lost.text, /did not complete the sign-in \(The request failed: /);
      await setProvider(mailbox, { client_secret: 'a secret that the provider does not know' });
      const page = await browser.open(await signInAtProvider(browser, url));
      assert.equal(page.status, 400);
      assert.match(page.text, /invalid_client/);
      assert.partialDeepStrictEqual(await read(mailbox), { state: 'pending' });
      assert.match((await read(mailbox)).error ?? '', /invalid_client/);
      await authorize(mailbox, browser);
    });

    it('400 if an administrator changed the client during the sign-in', async () => {
      const callback = await signInAtProvider(browser, await setProvider(mailbox));
      await setProvider(mailbox, { client_id: 'another' });
      assert.equal((await browser.open(callback)).status, 400);
    });

    it('400, 404 and 405 for unknown mailboxes, paths and methods', async () => {
      for (const path of ['mailboxes/nowhere', 'mailboxes/%00', 'mailbox-callback?state=%00.x'])
        assert.equal((await browser.open(`${api().url}/oauth/${path}`)).status, 400, path);
      assert.equal((await browser.open(`${api().url}/oauth/mailboxes`)).status, 404);
      assert.equal((await browser.open(`${api().url}/oauth/mailboxes/${mailbox.id}`, { method: 'POST' })).status, 405);
    });

    it('leaves no verifier, and no token or client secret in plain text; DELETE removes sealed secrets', async () => {
      const stored = async () => {
        const texts: string[] = [];
        for (const table of [
          'mailboxes',
          'mailbox_authorizations',
          'sealed_secrets',
          'idempotency_keys',
          'jobs',
          'events',
        ]) {
          const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(api().database.read);
          texts.push(JSON.stringify(rows));
        }
        return texts.join('\n');
      };
      const sealed = async () =>
        (await stored()).match(new RegExp(`mailbox\\.${mailbox.id}\\.authorization\\.\\w+`, 'g'));
      await authorize(mailbox, browser);
      const names = ['access_token', 'client_secret', 'refresh_token'];
      assert.deepEqual(
        new Set(await sealed()),
        new Set(names.map(name => `mailbox.${mailbox.id}.authorization.${name}`)),
      );
      const text = [await stored(), ...api().logged].join('\n');
      assert.ok(provider.issued.length > 2);
      for (const secret of [...provider.issued, mailClient.client_secret])
        for (const encoding of ['utf8', 'base64', 'hex'] as const)
          assert.ok(!text.includes(Buffer.from(secret).toString(encoding).slice(0, 24)), encoding);
      const { version } = await read(mailbox);
      assert.equal((await api().call('DELETE', `${mailbox.url}/authorization`, { as })).status, 204);
      assert.equal(await sealed(), null);
      const none = { provider: null, client_id: null, state: 'none', version: version + 1, authorize_url: null };
      assert.partialDeepStrictEqual(await read(mailbox), none);
    });
  });
});
