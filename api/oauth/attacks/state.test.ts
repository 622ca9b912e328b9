import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { exchangeBytes } from '../../testing/raw-exchange.ts';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, type CodeFlow, obtainTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

/** Edge cases, and states that could inject a header, parameter, fragment or markup. */
const states = [
  ...['\r\nSet-Cookie: a=b', '\n\nHTTP/1.1 200 OK', '\r\n\r\n<script>alert(1)</script>', '\r', 'a\0b'],
  ...['%0d%0aSet-Cookie:%20a=b', '%250d%250aSet-Cookie:%20a=b', '%', '%zz', '%00', '嘊嘍'],
  ...['a&code=evil', 'a#access_token=evil', 'a?b?c', 'a;b=c', 'a+b c', ' leading and trailing ', '\t', '\\', '/../../'],
  ...['"><img src=x>', "';--", '{"a":["b"]}', '//evil.example', '__proto__', '0', 'undefined'],
  ...['\u2028\u2029', '\u202eabc', '\ufeffa', 'e\u0301', '👩‍💻', '\u{10ffff}', 'x'.repeat(2000)],
];

const implicit = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };

withDesk(desk => {
  let signedInBrowser: FormBrowser;
  let implicitClient: Awaited<ReturnType<typeof addClient>>;
  before(async () => {
    const { server, database, person, bff } = desk();
    implicitClient = await addClient(database, { kind: 'implicit', redirectUris: ['https://page.example/take'] });
    signedInBrowser = createFormBrowser();
    await obtainTokens({ server, person, client: bff, browser: signedInBrowser });
    await authorize({ server, person, client: implicitClient, browser: signedInBrowser, parameters: implicit });
  });

  const getRedirect = async (
    client: CodeFlow['client'],
    parameters: Record<string, string | undefined>,
    browser = createFormBrowser(),
  ): Promise<URL> => {
    const url = authorizationUrl({ server: desk().server, client, parameters });
    const { status, location, headers } = await browser.open(url);
    assert.equal(status, 303);
    assert.ok(!headers.has('a') && !headers.getSetCookie().some(cookie => cookie.startsWith('a=')));
    assert.match(headers.get('location') ?? '', /^[\x21-\x7e]+$/, 'only characters of a URL');
    return new URL(location ?? '');
  };

  describe('state', () => {
    for (const state of states) {
      it(`303 with the unchanged state in the redirect with a code, a token or an error: ${JSON.stringify(state).slice(0, 40)}`, async () => {
        const { bff } = desk();
        const code = await getRedirect(bff, { state }, signedInBrowser);
        assert.deepEqual([...code.searchParams.keys()], ['code', 'state', 'iss']);
        const codeError = await getRedirect(bff, { state, prompt: 'none' });
        assert.deepEqual([...codeError.searchParams.keys()], ['error', 'error_description', 'state', 'iss']);
        for (const { searchParams, hash } of [code, codeError]) {
          assert.deepEqual([searchParams.get('state'), hash], [state, '']);
        }

        const token = await getRedirect(implicitClient, { ...implicit, state }, signedInBrowser);
        const tokenError = await getRedirect(implicitClient, { ...implicit, state, prompt: 'none' });
        for (const { search, hash } of [token, tokenError]) {
          const fragment = new URLSearchParams(hash.slice(1));
          assert.deepEqual([fragment.get('state'), search], [state, '']);
          assert.equal(fragment.getAll('access_token').length, hash === token.hash ? 1 : 0);
        }
      });
    }

    it('303 with the unchanged state after consent and after sign-out', async () => {
      const { server, person, program, bff } = desk();
      const post_logout_redirect_uri = 'http://localhost:3000/';
      for (const state of states) {
        const parameters = { state, prompt: 'consent' };
        const { back } = await authorize({ server, person, client: program, parameters, browser: signedInBrowser });
        assert.equal(back.searchParams.get('state'), state);

        const query = new URLSearchParams({ client_id: bff.clientId, post_logout_redirect_uri, state });
        const { status, headers } = await createFormBrowser().open(`${server.url}/oauth/logout?${query}`);
        const location = headers.get('location') ?? '';
        assert.equal(status, 303);
        assert.match(location, /^http:\/\/localhost:3000\/\?state=[\x21-\x7e]*$/);
        assert.equal(new URL(location).searchParams.get('state'), state);
      }
    });

    it('303 without header injection by CR and LF', async () => {
      const { server, bff } = desk();
      const parameters = { prompt: 'none', state: 'HERE' };
      const { pathname, search } = authorizationUrl({ server, client: bff, parameters }, 'x'.repeat(43));
      for (const state of ['%0d%0aX-Split:%20yes', '%0D%0A%0D%0Abody', '%E5%98%8D%E5%98%8AX-Split:yes']) {
        const request = `GET ${pathname}${search.replace('HERE', state)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
        const response = await exchangeBytes(server.url, Buffer.from(request));
        assert.equal(response?.status, 303);
        assert.equal(response?.headers.get('x-split'), null);
        const back = new URL(response?.headers.get('location') ?? '');
        assert.equal(back.searchParams.get('state'), decodeURIComponent(state));
      }
    });
  });
});
