import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandActor } from '../../database/audit-log.ts';
import { updateClient } from '../clients/clients.ts';
import { createFormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  type CodeFlow,
  createVerifier,
  isSignInPage,
  obtainTokens,
  refreshTokens,
} from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const deskUrl = 'http://localhost:3000/';
const byeUrl = 'https://program.example/bye?from=desk';
const confirmation = /<button class="primary">Sign out<\/button>/;

const startSignedIn = async ({ server, person, bff }: OAuthDesk, client: CodeFlow['client'] = bff) => {
  const flow = { server, person, client, browser: createFormBrowser(), parameters: { scope: 'openid tickets:read' } };
  const { browser } = flow;
  const { id_token = '' } = await obtainTokens(flow);
  const isSignedIn = async () =>
    !isSignInPage(await browser.follow(authorizationUrl(flow, createVerifier().challenge), client.redirectUri));
  const open = (query: Record<string, string>) =>
    browser.open(`${server.url}/oauth/logout?${new URLSearchParams(query)}`);
  return { browser, open, isSignedIn, id_token };
};

forEachDesk(desk => {
  /** Starts a session through a client with post-logout redirect URIs. */
  const startWithProgram = async () => {
    const postLogoutRedirectUris = ['https://program.example/', byeUrl];
    const client = await addClient(desk().database, { postLogoutRedirectUris });
    return { client, ...(await startSignedIn(desk(), client)) };
  };

  describe('GET /oauth/logout', () => {
    it('303 ends the session without confirmation for the bff, and returns a state with a question mark', async () => {
      const { server, bff } = desk();
      const { browser, isSignedIn } = await startSignedIn(desk());
      const query = `client_id=${bff.clientId}&post_logout_redirect_uri=${deskUrl}&state=a?b c`;
      const { status, location } = await browser.open(`${server.url}/oauth/logout?${query}`);
      assert.deepEqual([status, location], [303, `${deskUrl}?state=a%3Fb+c`]);
      assert.equal(await isSignedIn(), false);
    });

    it('200 without post_logout_redirect_uri asks to confirm, shows the email and keeps the session', async () => {
      const { person, bff, program } = desk();
      const { open, isSignedIn } = await startSignedIn(desk());
      for (const query of [{}, { client_id: program.clientId }, { client_id: bff.clientId }]) {
        const { status, text } = await open(query);
        assert.equal(status, 200);
        assert.match(text, confirmation);
        assert.ok(text.includes(`<bdi>${person.email}</bdi>`));
      }
      assert.equal(await isSignedIn(), true);
    });

    it('200 shows the signed-out page if there is no session', async () => {
      const { status, text } = await createFormBrowser().open(`${desk().server.url}/oauth/logout`);
      assert.equal(status, 200);
      assert.match(text, /You are signed out/);
    });

    it('400 shows a page for an unknown client, a foreign or malformed hint, or an unregistered URI', async () => {
      const { bff, program } = desk();
      const { client, open, isSignedIn, id_token } = await startWithProgram();
      // For more altered URIs see open-redirect.test.ts.
      const unregistered = [client.redirectUri, 'https://program.example/bye', `${byeUrl}&more=1`, deskUrl];
      for (const query of [
        { client_id: 'nobody', post_logout_redirect_uri: deskUrl },
        { client_id: bff.clientId, post_logout_redirect_uri: 'https://evil.example/' },
        { id_token_hint: 'nonsense', post_logout_redirect_uri: deskUrl },
        { id_token_hint: id_token, client_id: program.clientId },
        ...unregistered.map(uri => ({ client_id: client.clientId, post_logout_redirect_uri: uri })),
      ]) {
        const { status, location } = await open(query);
        assert.deepEqual([status, location], [400, null], JSON.stringify(query));
      }
      assert.equal(await isSignedIn(), true);
    });
  });

  describe('POST /oauth/logout', () => {
    it('303 ends the session and redirects to a page that can be reloaded', async () => {
      const { browser, open, isSignedIn } = await startSignedIn(desk());
      const sent = await browser.submit(await open({}), {});
      assert.equal(sent.status, 303);
      const { status, text } = await browser.open(sent.location ?? '');
      assert.equal(status, 200);
      assert.match(text, /You are signed out/);
      assert.equal(await isSignedIn(), false);
    });

    for (const name of ['id_token_hint', 'client_id'] as const) {
      it(`303 redirects to the registered URI of the client that ${name} names, with the state`, async () => {
        const { browser, client, id_token, open, isSignedIn } = await startWithProgram();
        const value = name === 'client_id' ? client.clientId : id_token;
        const query = { [name]: value, post_logout_redirect_uri: byeUrl, state: 'a state' };
        const page = await open(query);
        assert.match(page.text, confirmation);
        assert.equal(await isSignedIn(), true);
        const sent = await browser.submit(page, {});
        assert.deepEqual([sent.status, sent.location], [303, `${byeUrl}&state=a+state`]);
        assert.equal(await isSignedIn(), false);
        const again = await open(query);
        assert.deepEqual([again.status, again.location], [303, `${byeUrl}&state=a+state`], 'without a session');
      });
    }

    it('400 shows a page for a URI that was just removed', async () => {
      const { browser, client, open, isSignedIn } = await startWithProgram();
      const page = await open({ client_id: client.clientId, post_logout_redirect_uri: byeUrl });
      await updateClient(
        desk().database,
        client.clientId,
        { postLogoutRedirectUris: ['https://program.example/'] },
        commandActor(Date.now()),
      );
      const sent = await browser.submit(page, {});
      assert.deepEqual([sent.status, sent.location], [400, null]);
      assert.equal(await isSignedIn(), true);
    });

    it('303 without Set-Cookie if the request has no cookie, for example from a different site', async () => {
      const sent = await createFormBrowser().open(`${desk().server.url}/oauth/logout`, { method: 'POST' });
      assert.equal(sent.status, 303);
      assert.deepEqual(sent.headers.getSetCookie(), []);
    });

    it('revokes only the web app’s tokens of this session', async () => {
      const { server, person, bff, program } = desk();
      const [browser, another] = [createFormBrowser(), createFormBrowser()];
      const web = await obtainTokens({ server, person, client: bff, browser });
      const others = [
        await obtainTokens({ server, person, client: program, browser }),
        await obtainTokens({ server, person, client: bff, browser: another }),
      ];
      await browser.open(`${server.url}/oauth/logout`, { method: 'POST' });
      assert.equal(await server.oauth.findPrincipal(web.access_token), 'invalid');
      assert.equal((await refreshTokens({ server, client: bff }, web.refresh_token)).body.error, 'invalid_grant');
      for (const { access_token } of others) {
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
      }
    });
  });
});
