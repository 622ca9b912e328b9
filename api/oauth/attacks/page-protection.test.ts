import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { openSignInForm } from '../testing/code-flow.ts';
import { addBffClient, addPerson } from '../testing/oauth-server.ts';

/** Pages that pages/page-headers.test.ts does not open. */
const pages: [status: number, method: string, path: string][] = [
  [400, 'GET', '/oauth/authorize/over'],
  [400, 'GET', '/oauth/consent/over'],
  [400, 'GET', '/oauth/authorize?state=%ff'],
  [404, 'GET', '/oauth/consent'],
  [405, 'PUT', '/oauth/consent/over'],
  [200, 'GET', '/oauth/logout'],
];

withApi(api => {
  describe('a page', () => {
    for (const [status, method, path] of pages) {
      it(`${status} without framing, caching, scripts or referrer: ${method} ${path}`, async () => {
        const page = await createFormBrowser().open(`${api().url}${path}`, { method });
        assert.equal(page.status, status, page.text);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
        const policy = page.headers.get('content-security-policy') ?? '';
        assert.match(policy, /^default-src 'self';.*frame-ancestors 'none'/);
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
      const person = await addPerson(api().database, 'mara@desk.example');
      const { browser, page } = await openSignInForm({ server: api(), bff: await addBffClient(api().database) });
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
