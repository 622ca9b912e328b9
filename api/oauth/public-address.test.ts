import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allowInsecureRequests, discovery } from 'openid-client';
import { withApi } from '../testing/api.ts';
import { forEachEngine, oneEngine } from '../testing/engines.ts';
import { createFormBrowser } from './testing/browser.ts';
import { authorizationUrl } from './testing/code-flow.ts';
import { addBffClient, addPerson, startOAuthServer, type TestServer } from './testing/oauth-server.ts';

forEachEngine(
  database => {
    let server: TestServer;
    before(async () => {
      server = await startOAuthServer(database(), { apiPublicUrl: 'https://api.desk.example' });
    });
    after(() => server.close());

    describe('behind a proxy that terminates https', () => {
      it('redirects to the public address, with Secure cookies and the __Secure- prefix', async () => {
        const client = await addBffClient(database());
        const page = await createFormBrowser().open(authorizationUrl({ server, client }));
        assert.match(page.location ?? '', /^https:\/\/api\.desk\.example\/oauth\/sign-in\//);
        const cookies = page.headers.getSetCookie();
        assert.ok(cookies.length > 0);
        for (const cookie of cookies) assert.match(cookie, /^__Secure-.*; secure/);
      });

      it('sets cookies with Secure and the __Secure- prefix after the sign-in', async () => {
        const client = await addBffClient(database());
        const person = await addPerson(database(), 'mara@desk.example');
        const browser = createFormBrowser();
        const form = await browser.open(authorizationUrl({ server, client }));
        const url = (form.location ?? '').replace('https://api.desk.example', server.url);
        const sent = await browser.submit({ ...form, url }, { email: person.email, password: person.password });
        const cookies = sent.headers.getSetCookie();
        assert.equal(cookies.length, 2);
        for (const cookie of cookies) {
          assert.match(cookie, /^__Secure-stardesk_resume.*; path=\/oauth\/authorize\/.*; secure; httponly/);
        }
      });
    });

    describe('unsupported features', () => {
      it('404 for oidc-provider’s other endpoints and for unknown paths', async () => {
        const paths =
          '/oauth /oauth/ /oauth/interaction/abc /request /me /reg /auth /token /oauth/token/ /OAUTH/token /oauth/logout/confirm /oauth/logout/success /oauth/assets/ /oauth/assets/../oauth.ts';
        for (const path of paths.split(' ')) {
          assert.equal((await fetch(`${server.url}${path}`)).status, 404, path);
        }
      });

      it('are missing from the metadata: DPoP, PAR, device flow, registration, userinfo and form_post', async () => {
        const metadata = await (await fetch(`${server.url}/.well-known/openid-configuration`)).text();
        assert.doesNotMatch(metadata, /dpop|pushed|device|registration_endpoint|userinfo|form_post|private_key/);
      });
    });
  },
  { engines: oneEngine },
);

const path = '/help/desk+1:b';

withApi(
  api => {
    describe('the metadata of an issuer with a path', () => {
      for (const name of ['oauth-authorization-server', 'openid-configuration']) {
        it(`200 with the same metadata for /.well-known/${name} before and after the path`, async () => {
          const { origin } = new URL(api().url);
          const suffixed = await fetch(`${api().url}/.well-known/${name}`);
          const prefixed = await fetch(`${origin}/.well-known/${name}${path}?unknown=1`);
          assert.equal(prefixed.status, 200);
          assert.equal(await prefixed.text(), await suffixed.text());
        });
      }

      it('404 without the path or with a part of it, and for other well-known names', async () => {
        const { origin } = new URL(api().url);
        for (const address of ['oauth-authorization-server', 'oauth-authorization-server/help', `jwks${path}`]) {
          assert.equal((await fetch(`${origin}/.well-known/${address}`)).status, 404, address);
        }
      });

      for (const algorithm of ['oidc', 'oauth2'] as const) {
        it(`is discovered by ${algorithm}`, async () => {
          const options = { algorithm, execute: [allowInsecureRequests] };
          const found = await discovery(new URL(api().url), 'any-client', undefined, undefined, options);
          assert.equal(found.serverMetadata().token_endpoint, `${api().url}/oauth/token`);
        });
      }
    });
  },
  { prefix: path },
);
