import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { updateClient } from '../clients/clients.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, isSignInPage, obtainTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const after = 'https://program.example/bye?from=desk';

withDesk(desk => {
  describe('a client with post-logout redirect URIs', () => {
    const startSignedIn = async () => {
      const { server, person, database } = desk();
      const client = await addClient(database, { postLogoutRedirectUris: ['https://program.example/', after] });
      const browser = createFormBrowser();
      const flow = { server, person, client, browser, parameters: { scope: 'openid tickets:read' } };
      const { id_token = '' } = await obtainTokens(flow);
      const leave = (query: Record<string, string>) =>
        browser.open(`${server.url}/oauth/logout?${new URLSearchParams(query)}`);
      const isSignedIn = async () =>
        !isSignInPage(await browser.follow(authorizationUrl(flow, createVerifier().challenge), client.redirectUri));
      return { browser, client, id_token, leave, isSignedIn };
    };

    it('303 redirects with the state after confirmation and ends the session', async () => {
      for (const by of ['id_token_hint', 'client_id'] as const) {
        const { browser, client, id_token, leave, isSignedIn } = await startSignedIn();
        const who = by === 'client_id' ? client.clientId : id_token;
        const query = { [by]: who, post_logout_redirect_uri: after, state: 'a state' };
        const confirmation = await leave(query);
        assert.equal(confirmation.status, 200);
        assert.match(confirmation.text, /<button class="primary">Sign out<\/button>/);
        assert.equal(await isSignedIn(), true);
        const sent = await browser.submit(confirmation, {});
        assert.deepEqual([sent.status, sent.location], [303, `${after}&state=a+state`]);
        assert.equal(await isSignedIn(), false);
        const again = await leave(query);
        assert.deepEqual(
          [again.status, again.location],
          [303, `${after}&state=a+state`],
          'needs no confirmation without a session',
        );
      }
    });

    it('400 shows a page for a URI that does not match exactly or belongs to another client', async () => {
      const { client, leave, isSignedIn } = await startSignedIn();
      for (const uri of [
        client.redirectUri,
        'https://program.example',
        'https://program.example/?a=b',
        'https://program.example/bye',
        `${after}&more=1`,
        `${after}#`,
        'http://localhost:3000/',
        '',
      ]) {
        const { status, location } = await leave({ client_id: client.clientId, post_logout_redirect_uri: uri });
        assert.deepEqual([status, location], [400, null], uri);
      }
      assert.equal(await isSignedIn(), true);
    });

    it('400 shows a page if the ID token belongs to another client than client_id', async () => {
      const { id_token, leave } = await startSignedIn();
      const { program } = desk();
      const { status, location } = await leave({ id_token_hint: id_token, client_id: program.clientId });
      assert.deepEqual([status, location], [400, null]);
    });

    it('400 shows a page for a URI that was just removed', async () => {
      const { browser, client, leave, isSignedIn } = await startSignedIn();
      const confirmation = await leave({ client_id: client.clientId, post_logout_redirect_uri: after });
      await updateClient(desk().database, client.clientId, { postLogoutRedirectUris: ['https://program.example/'] });
      const sent = await browser.submit(confirmation, {});
      assert.deepEqual([sent.status, sent.location], [400, null]);
      assert.equal(await isSignedIn(), true);
    });
  });
});
