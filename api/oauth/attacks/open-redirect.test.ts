import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, obtainTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';

const evil = 'https://evil.example/back';

/** Invalid requests, whose errors may only go to a registered redirect URI. */
const invalidRequests: Record<string, Record<string, string | undefined>> = {
  'no response_type': { response_type: undefined },
  'an unknown response_type': { response_type: 'magic' },
  'the implicit grant': { response_type: 'token' },
  'an unknown response_mode': { response_mode: 'carrier_pigeon' },
  form_post: { response_mode: 'form_post' },
  'the fragment': { response_mode: 'fragment', scope: 'nothing:known' },
  'only unknown scopes': { scope: 'nothing:known' },
  'prompt=none without a session': { prompt: 'none' },
  'prompt=none with another prompt': { prompt: 'none login' },
  'an unknown prompt': { prompt: 'dance' },
  'no challenge': { code_challenge: undefined, code_challenge_method: undefined },
  'a plain challenge': { code_challenge_method: 'plain' },
  'an invalid max_age': { max_age: '-1' },
  'an invalid id_token_hint': { id_token_hint: 'a.b.c' },
  'a request object': { request: 'e30.e30.' },
  'a request object by reference': { request_uri: 'https://evil.example/request' },
  'a registration': { registration: '{}' },
};

withDesk(desk => {
  const open = (parameters: Record<string, string | undefined>, clientId = desk().bff.clientId) => {
    const client = { ...desk().bff, clientId };
    const url = authorizationUrl({ server: desk().server, client, parameters }, createVerifier().challenge);
    return createFormBrowser().open(url);
  };

  describe('an error of an authorization request', () => {
    for (const [title, parameters] of Object.entries(invalidRequests)) {
      it(`303 to the registered redirect URI, 400 as a page for any other: ${title}`, async () => {
        const { server, bff } = desk();
        const { status, location } = await open(parameters);
        assert.equal(status, 303);
        const back = new URL(location ?? '');
        const found = new URLSearchParams(back.search || back.hash.slice(1));
        assert.equal(back.origin + back.pathname, bff.redirectUri);
        assert.deepEqual([found.get('state'), found.get('iss')], ['a state', server.url]);
        assert.ok(found.has('error') && !found.has('code') && !found.has('access_token'));

        for (const redirect_uri of [evil, `${bff.redirectUri}@evil.example`, '//evil.example', undefined]) {
          const page = await open({ ...parameters, redirect_uri });
          assert.deepEqual([page.status, page.location], [400, null], redirect_uri);
        }
        const stranger = await open({ ...parameters, redirect_uri: evil }, 'nobody');
        assert.deepEqual([stranger.status, stranger.location], [400, null]);
      });
    }

    it('400 as a page for prompt=none with another redirect URI, also when signed in', async () => {
      const { server, person, bff } = desk();
      const browser = createFormBrowser();
      await obtainTokens({ server, person, client: bff, browser });
      for (const redirect_uri of [evil, `${bff.redirectUri}/`]) {
        const parameters = { prompt: 'none', redirect_uri };
        const page = await browser.open(authorizationUrl({ server, client: bff, parameters }, 'x'.repeat(43)));
        assert.deepEqual([page.status, page.location], [400, null]);
      }
    });
  });

  describe('post_logout_redirect_uri', () => {
    for (const address of [
      ...[
        evil,
        '//evil.example',
        '/\\evil.example',
        'javascript:alert(1)',
        'http://localhost:3000',
        'http://localhost:3000//',
      ],
      ...[
        'http://localhost:3000/?a=b',
        'http://localhost:3000/#a',
        'http://LOCALHOST:3000/',
        'http://localhost:3000/auth',
      ],
      ...['http://localhost:3000/\r\nX: y', 'http://localhost:3000@evil.example/', 'http://localhost:30000/', ' '],
    ]) {
      it(`400 as a page for ${JSON.stringify(address)}, to GET and to POST`, async () => {
        const { server, bff } = desk();
        const query = new URLSearchParams({ client_id: bff.clientId, post_logout_redirect_uri: address });
        for (const method of ['GET', 'POST']) {
          const page = await createFormBrowser().open(`${server.url}/oauth/logout?${query}`, { method });
          assert.deepEqual([page.status, page.location], [400, null]);
        }
      });
    }

    it('200 or 400 without a redirect to the bff’s URL for no client or another client', async () => {
      const { server, program } = desk();
      const start = 'http://localhost:3000/';
      for (const [query, status] of [
        [{ post_logout_redirect_uri: start }, 200],
        [{ post_logout_redirect_uri: start, client_id: program.clientId }, 400],
        [{ post_logout_redirect_uri: program.redirectUri, client_id: program.clientId }, 400],
      ] as const) {
        const page = await createFormBrowser().open(`${server.url}/oauth/logout?${new URLSearchParams(query)}`);
        assert.deepEqual([page.status, page.location], [status, null]);
      }
    });

    it('400 when it is repeated', async () => {
      const { server, bff } = desk();
      const query = `client_id=${bff.clientId}&post_logout_redirect_uri=http://localhost:3000/&post_logout_redirect_uri=${evil}`;
      const page = await createFormBrowser().open(`${server.url}/oauth/logout?${query}`);
      assert.deepEqual([page.status, page.location], [400, null]);
    });
  });
});
