import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authorizationUrl, openSignInForm, toBasicAuthorization } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';

/** Percent-encoded values that break parsers, databases and templates. */
const malformed = [
  ...['%00', 'a%00b', '%ff', '%', '%ED%A0%80', '%0d%0aX:%20y', '__proto__', '%F0%9F%92%A9', "'%20or%201=1"],
  ...['x'.repeat(5000), ''],
];
const authorizationNames =
  'response_type client_id redirect_uri scope state prompt login_hint max_age nonce response_mode code_challenge id_token_hint claims request request_uri resource ui_locales';
const clientNames = 'grant_type code redirect_uri refresh_token client_id client_secret scope token';

forEachDesk(desk => {
  describe('malformed input', () => {
    const expectNoServerError = (status: number, input: string) =>
      assert.ok(status >= 200 && status < 500, `${status} for ${input.slice(0, 80)}`);

    it('gets no 5xx in the query of /oauth/authorize', async () => {
      const { server, bff } = desk();
      const url = authorizationUrl({ server, client: bff });
      const all = authorizationNames.split(' ').flatMap(name => malformed.map(value => [name, value] as const));
      for (const [index, [name, value]] of all.entries()) {
        const others = url.search.slice(1).split('&');
        // Alone, repeated, and as a list for some parsers.
        const form = [`${name}=${value}`, `${name}=a&${name}=${value}`, `${name}[]=${value}`][index % 3];
        const query = [...others.filter(pair => !pair.startsWith(`${name}=`)), form].join('&');
        const response = await fetch(`${server.url}/oauth/authorize?${query}`, { redirect: 'manual' });
        expectNoServerError(response.status, `${form}: ${await response.text()}`);
        const location = response.headers.get('location') ?? bff.redirectUri;
        assert.ok(location.startsWith(bff.redirectUri) || location.startsWith(`${server.url}/oauth/sign-in/`));
      }
    });

    it('gets no 5xx in the forms of clients', async () => {
      const { server, bff } = desk();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const paths = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'];
      const all = paths.flatMap(path =>
        clientNames.split(' ').flatMap(name => malformed.map(value => [path, name, value] as const)),
      );
      for (const [index, [path, name, value]] of all.entries()) {
        const authorization = [undefined, toBasicAuthorization(bff), `Basic ${value}`.slice(0, 200)][index % 3];
        const body = `grant_type=refresh_token&refresh_token=a&token=a&${name}=${value}`;
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          body,
          headers: { ...headers, ...(authorization && { Authorization: authorization }) },
        });
        expectNoServerError(response.status, `${path} ${body}: ${await response.text()}`);
      }
    });

    it('gets no 5xx in the forms of people and the sign-out URL', async () => {
      const { server, bff } = desk();
      const { browser, page } = await openSignInForm(desk());
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      for (const value of malformed) {
        for (const body of [`email=${value}&password=x`, `email=a@b.example&password=${value}`, `email[]=${value}`]) {
          expectNoServerError((await browser.open(page.url, { method: 'POST', body, headers })).status, body);
        }
        for (const name of ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state']) {
          const address = `${server.url}/oauth/logout?client_id=${bff.clientId}&${name}=${value}`;
          expectNoServerError((await browser.open(address)).status, address);
        }
        expectNoServerError((await browser.open(`${server.url}/oauth/sign-in/${value}`)).status, `uid ${value}`);
      }
    });

    it('logs no error', () => {
      assert.deepEqual(
        desk().server.logLines.filter(line => /"level":(50|60)/.test(line)),
        [],
      );
    });
  });

  describe('a malformed bearer token', () => {
    it('is invalid', async () => {
      for (const token of ['', 'x', '\0', '__proto__', 'é', 'x'.repeat(10_000)]) {
        assert.equal(await desk().server.oauth.findPrincipal(token), 'invalid');
      }
    });
  });
});
