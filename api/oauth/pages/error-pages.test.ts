import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine } from '../../testing/engines.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, obtainTokens, openSignInForm } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, startOAuthServer, type TestServer } from '../testing/oauth-server.ts';

const deskUrl = 'http://localhost:3000';
const title = (text: string) => /<title>(.*) · Stardesk<\/title>/.exec(text)?.[1];

/** Returns the page's links by label. */
const getLinks = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<a class="button[^"]*" href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, label]) => [label, href]),
  );

forEachEngine((database, openAgain) => {
  let server: TestServer;
  before(async () => {
    server = await startOAuthServer(database(), { deskUrl });
  });
  after(() => server.close());

  describe('an error page', () => {
    for (const [path, status, expected] of [
      ['/oauth/authorize?client_id=nobody', 400, 'Unknown app'],
      ['/oauth/authorize', 400, 'This link does not work'],
      ['/oauth/authorize?state=%ff', 400, 'This link does not work'],
      ['/oauth/authorize/whatever', 400, 'This sign-in has expired'],
      ['/oauth/sign-in/whatever', 400, 'This sign-in has expired'],
      ['/oauth/consent/whatever', 400, 'This sign-in has expired'],
      ['/oauth/logout?client_id=nobody', 400, 'Unknown app'],
      ['/oauth/sign-in', 404, 'Page not found'],
      ['/oauth/consent/', 404, 'Page not found'],
    ] as const) {
      it(`${status} “${expected}” for ${path}, with a link to the desk`, async () => {
        const page = await createFormBrowser().open(`${server.url}${path}`);
        assert.deepEqual([page.status, title(page.text)], [status, expected]);
        assert.deepEqual(getLinks(page.text), { 'Go to Stardesk': `${deskUrl}/` });
        assert.equal(page.headers.get('cache-control'), 'no-store');
      });
    }

    it('405 with Allow for a form sent to a page that accepts no form', async () => {
      const page = await createFormBrowser().open(`${server.url}/oauth/authorize`, { method: 'POST' });
      assert.deepEqual([page.status, title(page.text)], [405, 'This page does not accept forms']);
      assert.equal(page.headers.get('allow'), 'GET, HEAD, OPTIONS');
    });

    for (const [label, isWebApp] of [
      ['Go to Stardesk', true],
      ['Continue to Night Shift', false],
    ] as const) {
      it(`200 “You are already signed in” with “${label}” for a completed step, for example after the Back button`, async () => {
        const client = isWebApp ? await addBffClient(database()) : await addClient(database());
        const person = await addPerson(database(), `back-${isWebApp}@desk.example`);
        const { browser, page } = await openSignInForm({ server, bff: client });
        const sent = await browser.submit(page, { email: person.email, password: person.password });
        await browser.follow(sent.location ?? '', client.redirectUri);
        const back = await browser.open(page.url);
        assert.deepEqual([back.status, title(back.text)], [200, 'You are already signed in']);
        assert.equal(Object.keys(getLinks(back.text))[0], label);
        const href = getLinks(back.text)[label]?.replaceAll('&amp;', '&') ?? '';
        if (isWebApp) assert.equal(href, `${deskUrl}/`);
        else assert.match((await browser.follow(href, client.redirectUri)).url, /\/oauth\/consent\//);
        const resumed = await browser.open(sent.location ?? '');
        assert.deepEqual([resumed.status, title(resumed.text)], [400, 'You are already signed in']);
      });
    }

    it('is not shown for prompt=login: a signed-in person gets the sign-in form, even after a reload', async () => {
      const client = await addBffClient(database());
      const person = await addPerson(database(), 'again@desk.example');
      const browser = createFormBrowser();
      await obtainTokens({ server, client, person, browser });
      const { page } = await openSignInForm({ server, bff: client }, { prompt: 'login' }, browser);
      assert.equal(title(page.text), 'Sign in');
      assert.equal(title((await browser.open(page.url)).text), 'Sign in');
    });

    it('500 shows the logged request id', async t => {
      const client = await addBffClient(database());
      const { browser, page } = await openSignInForm({ server, bff: client });
      const closedStore = openAgain();
      const broken = await startOAuthServer(closedStore, { deskUrl });
      t.after(broken.close);
      await closedStore.close();
      const authorization = authorizationUrl({ server: broken, client }, createVerifier().challenge);
      for (const address of [`${broken.url}${new URL(page.url).pathname}`, authorization]) {
        const failed = await browser.open(address);
        assert.deepEqual([failed.status, title(failed.text)], [500, 'Something went wrong']);
        const id = failed.headers.get('x-request-id') ?? '';
        assert.match(failed.text, new RegExp(`request id: ${id}`));
        assert.ok(broken.logLines.some(line => line.includes('unexpected error') && line.includes(id)));
      }
    });

    it('404 and 405 are JSON for a client that accepts any media type', async () => {
      for (const [method, path, status] of [
        ['GET', '/oauth/sign-in', 404],
        ['PUT', '/oauth/logout', 405],
      ] as const) {
        const response = await fetch(`${server.url}${path}`, { method });
        assert.equal(response.status, status);
        assert.match(await response.text(), /"code": \d+/);
      }
    });

    it('400 without a link to the desk if PUBLIC_URL is unset, or is on localhost while the API is public', async t => {
      const address = '/oauth/sign-in/whatever';
      for (const settings of [{}, { deskUrl, apiPublicUrl: 'https://api.desk.example' }]) {
        const secondServer = await startOAuthServer(database(), settings);
        t.after(secondServer.close);
        const { text } = await createFormBrowser().open(`${secondServer.url}${address}`);
        assert.equal(title(text), 'This sign-in has expired');
        assert.deepEqual(getLinks(text), {});
      }
    });
  });

  it('links, assets and redirects stay below the path of the public URL', async t => {
    const below = await startOAuthServer(database(), { prefix: '/support' });
    t.after(below.close);
    const { browser, page } = await openSignInForm({ server: below, bff: await addClient(database()) });
    const paths = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of paths) assert.equal((await fetch(new URL(path, below.url))).status, 200, path);
    const expired = { ...page, url: `${below.url}/oauth/consent/x` };
    const late = await browser.submit(expired, { decision: 'allow', request: 'a=b' });
    assert.equal(late.location, `${below.url}/oauth/authorize?a=b`);
    const out = await browser.open(`${below.url}/oauth/logout`, { method: 'POST' });
    assert.equal(out.location, `${below.url}/oauth/logout`);
  });
});
