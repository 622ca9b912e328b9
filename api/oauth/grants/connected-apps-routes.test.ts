import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, isSignInPage, obtainTokens, postAsClient } from '../testing/code-flow.ts';
import {
  connectedAppsPath,
  createPeopleFixture,
  findButtonValues,
  openConnectedAppsPage,
} from '../testing/connected-apps-page.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';

withDesk(desk => {
  const { addUniquePerson, countRecords } = createPeopleFixture(desk);
  const { open } = createFormBrowser();

  describe('GET /oauth/programs', () => {
    it('200 after a sign-in; the sign-in issues no grant, code or token', async () => {
      const person = await addUniquePerson();
      const page = await openConnectedAppsPage(desk(), person);
      assert.deepEqual([page.status, new URL(page.url).pathname], [200, connectedAppsPath]);
      assert.match(page.text, /No connected apps/);
      assert.match(page.text, new RegExp(`signed in as <strong><bdi>${person.email}</bdi>`));
      for (const model of ['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken']) {
        assert.equal(await countRecords(model, person), 0, model);
      }
    });

    it('200 for a signed-in person, without another sign-in', async () => {
      const { server, bff } = desk();
      const [person, browser] = [await addUniquePerson(), createFormBrowser()];
      await obtainTokens({ server, person, client: bff, browser });
      assert.equal((await browser.open(`${server.url}${connectedAppsPath}`)).status, 200);
    });

    it('200 lists script tokens, and each app once with its scopes', async () => {
      const { server, database } = desk();
      const person = await addUniquePerson();
      const client = await addClient(database, { name: '<b>Night</b> & Shift' });
      await obtainTokens({ server, person, client, parameters: { scope: 'openid tickets:read' } });
      await obtainTokens({ server, person, client, parameters: { scope: 'tickets:write' } });
      await createScriptToken(database, { email: person.email, scopes: ['gists:read'], days: 2 }, Date.now);
      const page = await openConnectedAppsPage(desk(), person);
      const name = '<bdi class="name">&lt;b&gt;Night&lt;/b&gt; &amp; Shift</bdi>';
      assert.equal(page.text.split(name).length - 1, 1);
      for (const label of ['See tickets and saved views', 'Know who you are', 'Create, change', 'See gists']) {
        assert.ok(page.text.includes(`<li>${label}`), label);
      }
      assert.match(page.text, /Since <time datetime="[^"]+">\d+ \w+ \d{4}, \d\d:\d\d<\/time><br>Last used <time/);
      assert.match(page.text, /A script[\s\S]*Expires <time/);
      assert.deepEqual(findButtonValues(page, 'connected-app'), [client.clientId]);
      assert.equal(findButtonValues(page, 'script').length, 1);
    });

    it('200 with the headers of a page and no-store; HEAD has no body', async () => {
      const { server } = desk();
      const browser = createFormBrowser();
      const { headers } = await openConnectedAppsPage(desk(), await addUniquePerson(), browser);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'; script-src 'none'/);
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      const head = await browser.open(`${server.url}${connectedAppsPath}`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
    });

    it('303 redirects a disabled person to the sign-in', async () => {
      const { server, database } = desk();
      const [person, browser] = [await addUniquePerson(), createFormBrowser()];
      await openConnectedAppsPage(desk(), person, browser);
      await database.transaction(writes =>
        writes.updateTable('people').set({ disabled: 1 }).where('id', '=', person.id).execute(),
      );
      assert.ok(isSignInPage(await browser.follow(`${server.url}${connectedAppsPath}`, 'nowhere:')));
    });

    it('400 after a failed sign-in, which is not restarted', async () => {
      const { status, location } = await open(`${desk().server.url}${connectedAppsPath}?error=access_denied`);
      assert.deepEqual([status, location], [400, null]);
    });

    it('204 with Allow for OPTIONS, 405 for other methods', async () => {
      for (const [method, status] of [
        ['OPTIONS', 204],
        ['PUT', 405],
        ['DELETE', 405],
      ] as const) {
        const response = await open(`${desk().server.url}${connectedAppsPath}`, { method });
        assert.deepEqual([response.status, response.headers.get('allow')], [status, 'GET, POST, HEAD, OPTIONS']);
      }
    });

    it('rejects response_type=none for other clients, and issues no code or token to the page’s own client', async () => {
      const { server, program } = desk();
      const client = {
        clientId: 'desk-programs',
        clientSecret: null,
        redirectUri: `${server.url}${connectedAppsPath}`,
      };
      for (const [requester, response_type] of [
        [program, 'none'],
        [client, 'code'],
        [client, 'token'],
      ] as const) {
        const parameters = { response_type, scope: 'openid' };
        const url = authorizationUrl({ server, client: requester, parameters }, 'x'.repeat(43));
        assert.match((await open(url)).location ?? '', /response_type\+is\+not\+allowed/);
      }
      const response = await postAsClient(server, client, { grant_type: 'refresh_token', refresh_token: 'x' });
      assert.equal(response.body.error, 'unauthorized_client');
    });
  });
});
