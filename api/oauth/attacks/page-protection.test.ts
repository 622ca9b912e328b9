import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type TestApi, withApi } from '../../testing/api.ts';
import { type BrowserPage, createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, openSignInForm } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

type Desk = { api: TestApi; person: TestPerson; bff: Awaited<ReturnType<typeof addBffClient>> };

const open = (address: string, init?: RequestInit) => createFormBrowser().open(address, init);

/** Every page, with its status. */
const pages: Record<string, [status: number, reach: (desk: Desk) => Promise<BrowserPage>]> = {
  'the sign-in form': [200, async ({ api, bff }) => (await openSignInForm({ server: api, bff })).page],
  'the form after a wrong password': [
    422,
    async ({ api, bff, person }) => {
      const { browser, page } = await openSignInForm({ server: api, bff });
      return browser.submit(page, { email: person.email, password: 'wrong' });
    },
  ],
  'the consent page': [
    200,
    async ({ api, person }) => {
      const program = await addClient(api.database);
      const { browser, page } = await openSignInForm({ server: api, bff: program });
      const sent = await browser.submit(page, { email: person.email, password: person.password });
      return browser.follow(sent.location ?? '', program.redirectUri);
    },
  ],
  'the error of an unknown client': [
    400,
    ({ api, bff }) => open(authorizationUrl({ server: api, client: { ...bff, clientId: 'nobody' } }, 'x').href),
  ],
  'the error of an unregistered redirect URI': [
    400,
    ({ api, bff }) =>
      open(authorizationUrl({ server: api, client: { ...bff, redirectUri: 'https://a.example/' } }, 'x').href),
  ],
  'an expired sign-in': [400, ({ api }) => open(`${api.url}/oauth/sign-in/over`)],
  'the resumption of an expired sign-in': [400, ({ api }) => open(`${api.url}/oauth/authorize/over`)],
  'an expired consent page': [400, ({ api }) => open(`${api.url}/oauth/consent/over`)],
  'a malformed URL': [400, ({ api }) => open(`${api.url}/oauth/authorize?state=%ff`)],
  'an unknown path': [404, ({ api }) => open(`${api.url}/oauth/consent`)],
  'an unsupported method': [405, ({ api }) => open(`${api.url}/oauth/consent/over`, { method: 'PUT' })],
  'the sign-out confirmation': [200, ({ api }) => open(`${api.url}/oauth/logout`)],
  'the signed-out page': [
    200,
    async ({ api }) => {
      const browser = createFormBrowser();
      const sent = await browser.open(`${api.url}/oauth/logout`, { method: 'POST' });
      return browser.follow(sent.location ?? '', 'none');
    },
  ],
};

withApi(api => {
  let desk: Desk;
  before(async () => {
    const { database } = api();
    desk = { api: api(), person: await addPerson(database, 'mara@desk.example'), bff: await addBffClient(database) };
  });

  describe('a page', () => {
    for (const [title, [status, reach]] of Object.entries(pages)) {
      it(`${status} without framing, caching, scripts or referrer: ${title}`, async () => {
        const page = await reach(desk);
        assert.equal(page.status, status, page.text);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
        const policy = page.headers.get('content-security-policy') ?? '';
        assert.match(policy, /frame-ancestors 'none'/);
        assert.match(policy, /^default-src 'self';/);
        assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/);
        assert.equal(page.headers.get('cache-control'), 'no-store');
        assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
        assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(page.headers.get('access-control-allow-origin'), null);
        assert.doesNotMatch(page.text, /<script|<iframe|\son\w+=|\sstyle=|javascript:|\ssrc="http/);
      });
    }
  });

  describe('a redirect with a code or after a password', () => {
    it('303, so that no form is forwarded, without caching or referrer', async () => {
      const { browser, page } = await openSignInForm({ server: api(), bff: desk.bff });
      const sent = await browser.submit(page, { email: desk.person.email, password: desk.person.password });
      const back = await browser.open(sent.location ?? '');
      assert.match(back.location ?? '', /[?]code=/);
      for (const { status, headers } of [sent, back]) {
        assert.deepEqual([status, headers.get('referrer-policy')], [303, 'no-referrer']);
        assert.equal(headers.get('cache-control'), 'no-store');
      }
    });
  });
});
