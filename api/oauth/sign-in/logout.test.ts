import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, isSignIn, refresh, signIn } from '../testing/code-flow.ts';
import { type Desk, forEachDesk } from '../testing/for-each-desk.ts';

const start = 'http://localhost:3000/';

const signedIn = async ({ server, person, bff }: Desk) => {
  const browser = createBrowser();
  await signIn({ server, person, client: bff, browser });
  const isStillSignedIn = async () => {
    const url = authorizationUrl({ server, client: bff }, createVerifier().challenge);
    return !isSignIn(await browser.follow(url, bff.redirectUri));
  };
  const open = (query: Record<string, string>) =>
    browser.open(`${server.url}/oauth/logout?${new URLSearchParams(query)}`);
  return { browser, open, isStillSignedIn };
};

forEachDesk(desk => {
  describe('GET /oauth/logout', () => {
    it('303 at once for the bff: the session is over, and the next sign-in shows the form', async () => {
      const { bff } = desk();
      const { open, isStillSignedIn } = await signedIn(desk());
      assert.equal(await isStillSignedIn(), true);
      const page = await open({ client_id: bff.clientId, post_logout_redirect_uri: start, state: 'a b' });
      assert.deepEqual([page.status, page.location], [303, `${start}?state=a+b`]);
      assert.equal(await isStillSignedIn(), false);
    });

    it('200 with a question for anybody else, who ends nothing by it', async () => {
      const { program } = desk();
      const { open, isStillSignedIn } = await signedIn(desk());
      for (const query of [{}, { client_id: program.clientId }, { client_id: desk().bff.clientId }]) {
        const { status, text } = await open(query);
        assert.equal(status, 200);
        assert.match(text, /<button class="primary">Sign out<\/button>/);
        assert.doesNotMatch(text, /<script/);
      }
      assert.equal(await isStillSignedIn(), true);
    });

    it('400 as a page for an unknown client, or an address that is not registered', async () => {
      const { bff } = desk();
      const { open, isStillSignedIn } = await signedIn(desk());
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

    it('200 saying who would be signed out, and that it is done when nobody is signed in', async () => {
      const { server, person } = desk();
      const { open } = await signedIn(desk());
      assert.ok((await open({})).text.includes(`<bdi>${person.email}</bdi>`));
      const { status, text } = await createBrowser().open(`${server.url}/oauth/logout`);
      assert.equal(status, 200);
      assert.match(text, /You are signed out/);
    });
  });

  describe('POST /oauth/logout', () => {
    it('303 to the product’s own page, which may be loaded again, and the session is over', async () => {
      const { browser, open, isStillSignedIn } = await signedIn(desk());
      const sent = await browser.submit(await open({}), {});
      assert.equal(sent.status, 303);
      const { status, text } = await browser.open(sent.location ?? '');
      assert.equal(status, 200);
      assert.match(text, /You are signed out/);
      assert.equal(await isStillSignedIn(), false);
    });

    it('303 and no cookie is taken away when none came, as from another site', async () => {
      const sent = await createBrowser().open(`${desk().server.url}/oauth/logout`, { method: 'POST' });
      assert.equal(sent.status, 303);
      assert.deepEqual(sent.headers.getSetCookie(), []);
    });

    it('ends what the web app was given in this session, and leaves programs and other browsers alone', async () => {
      const { server, person, bff, program } = desk();
      const [browser, another] = [createBrowser(), createBrowser()];
      const web = await signIn({ server, person, client: bff, browser });
      const kept = [
        await signIn({ server, person, client: program, browser }),
        await signIn({ server, person, client: bff, browser: another }),
      ];
      await browser.open(`${server.url}/oauth/logout`, { method: 'POST' });
      assert.equal(await server.oauth.findPrincipal(web.access_token), 'invalid');
      assert.equal((await refresh({ server, client: bff }, web.refresh_token)).body.error, 'invalid_grant');
      for (const { access_token } of kept) {
        assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
      }
    });

    it('303 with the state whole, question marks and all', async () => {
      const { bff } = desk();
      const { browser } = await signedIn(desk());
      const query = `client_id=${bff.clientId}&post_logout_redirect_uri=${start}&state=a?b?c`;
      const { location } = await browser.open(`${desk().server.url}/oauth/logout?${query}`);
      assert.equal(new URL(location ?? '').searchParams.get('state'), 'a?b?c');
    });

    it('303 to a registered address', async () => {
      const { bff } = desk();
      const { browser, isStillSignedIn } = await signedIn(desk());
      const query = new URLSearchParams({ client_id: bff.clientId, post_logout_redirect_uri: start });
      const sent = await browser.open(`${desk().server.url}/oauth/logout?${query}`, { method: 'POST' });
      assert.deepEqual([sent.status, sent.location], [303, start]);
      assert.equal(await isStillSignedIn(), false);
    });
  });
});
