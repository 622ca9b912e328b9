import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, isSignInPage, obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { forEachDesk, type OAuthDesk } from '../testing/for-each-desk.ts';

const start = 'http://localhost:3000/';

const startSignedIn = async ({ server, person, bff }: OAuthDesk) => {
  const browser = createFormBrowser();
  await obtainTokens({ server, person, client: bff, browser });
  const isStillSignedIn = async () => {
    const url = authorizationUrl({ server, client: bff }, createVerifier().challenge);
    return !isSignInPage(await browser.follow(url, bff.redirectUri));
  };
  const open = (query: Record<string, string>) =>
    browser.open(`${server.url}/oauth/logout?${new URLSearchParams(query)}`);
  return { browser, open, isStillSignedIn };
};

forEachDesk(desk => {
  describe('GET /oauth/logout', () => {
    it('303 ends the session without confirmation for the bff', async () => {
      const { bff } = desk();
      const { open, isStillSignedIn } = await startSignedIn(desk());
      assert.equal(await isStillSignedIn(), true);
      const page = await open({ client_id: bff.clientId, post_logout_redirect_uri: start, state: 'a b' });
      assert.deepEqual([page.status, page.location], [303, `${start}?state=a+b`]);
      assert.equal(await isStillSignedIn(), false);
    });

    it('200 asks other clients’ people for confirmation and keeps the session', async () => {
      const { program } = desk();
      const { open, isStillSignedIn } = await startSignedIn(desk());
      for (const query of [{}, { client_id: program.clientId }, { client_id: desk().bff.clientId }]) {
        const { status, text } = await open(query);
        assert.equal(status, 200);
        assert.match(text, /<button class="primary">Sign out<\/button>/);
        assert.doesNotMatch(text, /<script/);
      }
      assert.equal(await isStillSignedIn(), true);
    });

    it('400 shows a page for an unknown client or an unregistered URL', async () => {
      const { bff } = desk();
      const { open, isStillSignedIn } = await startSignedIn(desk());
      for (const query of [
        { client_id: 'nobody', post_logout_redirect_uri: start },
        { client_id: bff.clientId, post_logout_redirect_uri: 'https://evil.example/' },
        { id_token_hint: 'nonsense', post_logout_redirect_uri: start },
      ]) {
        const { status, location } = await open(query);
        assert.deepEqual([status, location], [400, null]);
      }
      assert.equal(await isStillSignedIn(), true);
    });

    it('200 names the signed-in person, or confirms the sign-out without a session', async () => {
      const { server, person } = desk();
      const { open } = await startSignedIn(desk());
      assert.ok((await open({})).text.includes(`<bdi>${person.email}</bdi>`));
      const { status, text } = await createFormBrowser().open(`${server.url}/oauth/logout`);
      assert.equal(status, 200);
      assert.match(text, /You are signed out/);
    });
  });

  describe('POST /oauth/logout', () => {
    it('303 ends the session and redirects to a page that can be reloaded', async () => {
      const { browser, open, isStillSignedIn } = await startSignedIn(desk());
      const sent = await browser.submit(await open({}), {});
      assert.equal(sent.status, 303);
      const { status, text } = await browser.open(sent.location ?? '');
      assert.equal(status, 200);
      assert.match(text, /You are signed out/);
      assert.equal(await isStillSignedIn(), false);
    });

    it('303 removes no cookie if none was sent, as from another site', async () => {
      const sent = await createFormBrowser().open(`${desk().server.url}/oauth/logout`, { method: 'POST' });
      assert.equal(sent.status, 303);
      assert.deepEqual(sent.headers.getSetCookie(), []);
    });

    it('revokes the web app’s tokens of this session only', async () => {
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

    it('303 keeps question marks in the state', async () => {
      const { bff } = desk();
      const { browser } = await startSignedIn(desk());
      const query = `client_id=${bff.clientId}&post_logout_redirect_uri=${start}&state=a?b?c`;
      const { location } = await browser.open(`${desk().server.url}/oauth/logout?${query}`);
      assert.equal(new URL(location ?? '').searchParams.get('state'), 'a?b?c');
    });

    it('303 redirects to a registered URL', async () => {
      const { bff } = desk();
      const { browser, isStillSignedIn } = await startSignedIn(desk());
      const query = new URLSearchParams({ client_id: bff.clientId, post_logout_redirect_uri: start });
      const sent = await browser.open(`${desk().server.url}/oauth/logout?${query}`, { method: 'POST' });
      assert.deepEqual([sent.status, sent.location], [303, start]);
      assert.equal(await isStillSignedIn(), false);
    });
  });
});
