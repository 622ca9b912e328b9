import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { openSignInForm } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';

const registered = 'http://localhost:3000/';

/** URIs that a parser could mistake for the registered URI, or resolve differently. */
const altered = [
  ...['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ' '],
  ...[
    'http://localhost:3000',
    'http://LOCALHOST:3000/',
    'http://localhost:30000/',
    'http://localhost:3000@evil.example/',
  ],
  ...['/', '?a=b', '#a', 'auth', '\r\nX: y'].map(more => registered + more),
];

withDesk(desk => {
  const openLogout = async (query: [string, string][], method = 'GET') => {
    const url = `${desk().server.url}/oauth/logout?${new URLSearchParams(query)}`;
    const { status, location } = await createFormBrowser().open(url, { method });
    return [status, location];
  };

  describe('post_logout_redirect_uri', () => {
    for (const uri of altered) {
      it(`400 as a page for ${JSON.stringify(uri)}, to GET and to POST`, async () => {
        for (const method of ['GET', 'POST']) {
          const query: [string, string][] = [
            ['client_id', desk().bff.clientId],
            ['post_logout_redirect_uri', uri],
          ];
          assert.deepEqual(await openLogout(query, method), [400, null]);
        }
      });
    }

    it('200 or 400 without a redirect for no client, a different client or a repeated parameter', async () => {
      const { program, bff } = desk();
      const own: [string, string] = ['post_logout_redirect_uri', registered];
      assert.deepEqual(await openLogout([own]), [200, null]);
      assert.deepEqual(await openLogout([own, ['client_id', program.clientId]]), [400, null]);
      const other: [string, string] = ['post_logout_redirect_uri', 'https://evil.example/'];
      assert.deepEqual(await openLogout([own, other, ['client_id', bff.clientId]]), [400, null]);
    });
  });

  describe('a redirect after a password or with a code', () => {
    it('303, so that the browser does not send the form again; with no-store and no-referrer', async () => {
      const { person } = desk();
      const { browser, page } = await openSignInForm(desk());
      const sent = await browser.submit(page, { email: person.email, password: person.password });
      const back = await browser.open(sent.location ?? '');
      assert.match(back.location ?? '', /[?]code=/);
      for (const { status, headers } of [sent, back]) {
        assert.deepEqual([status, headers.get('referrer-policy')], [303, 'no-referrer']);
        assert.equal(headers.get('cache-control'), 'no-store');
      }
    });
  });
});
