import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, openSignInForm } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

withDesk(desk => {
  describe('request values and client names shown on a page', () => {
    it('are escaped on sign-in and error pages', async () => {
      const { server, database, bff } = desk();
      const evil = '"><script>alert(1)</script>\r\n<img src=x onerror=alert(1)>';
      const maliciousClient = await addClient(database, { name: '"><script>alert(1)</script>' });
      const pages = [
        (await openSignInForm(desk(), { login_hint: evil })).page,
        (await openSignInForm({ server, bff: maliciousClient }, {})).page,
        await createFormBrowser().open(authorizationUrl({ server, client: { ...bff, clientId: evil } }, 'x')),
        await createFormBrowser().open(
          authorizationUrl({ server, client: bff, parameters: { redirect_uri: evil } }, 'x'),
        ),
        await createFormBrowser().open(`${server.url}/oauth/sign-in/${encodeURIComponent(evil)}`),
        await createFormBrowser().open(`${server.url}/oauth/logout?client_id=${encodeURIComponent(evil)}`),
        await createFormBrowser().open(`${server.url}/oauth/authorize/${encodeURIComponent(evil)}`),
      ];
      const { browser, page: form } = await openSignInForm(desk());
      pages.push(await browser.submit(form, { email: evil, password: evil }));
      for (const { url, text, headers } of pages) {
        assert.match(headers.get('content-type') ?? '', /^text\/html/, url);
        assert.doesNotMatch(text, /<script>|<img src=x/, url);
      }
    });
  });
});
