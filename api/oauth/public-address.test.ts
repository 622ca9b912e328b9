import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine, oneEngine } from '../testing/engines.ts';
import { createFormBrowser } from './testing/browser.ts';
import { authorizationUrl } from './testing/code-flow.ts';
import { addBffClient, addPerson, startOAuthServer, type TestServer } from './testing/oauth-server.ts';

forEachEngine(
  database => {
    let server: TestServer;
    before(async () => {
      server = await startOAuthServer(database(), { publicUrl: 'https://api.desk.example' });
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

      it('sets the cookies after the sign-in with Secure and the __Secure- prefix', async () => {
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

      it('tells browsers to use https only', async () => {
        for (const path of ['/oauth/authorize', '/oauth/sign-in/whatever', '/oauth/logout']) {
          const { headers } = await createFormBrowser().open(`${server.url}${path}`);
          assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
        }
      });

      it('publishes the public address as issuer', async () => {
        const metadata = await (await fetch(`${server.url}/.well-known/openid-configuration`)).json();
        const token_endpoint = 'https://api.desk.example/oauth/token';
        assert.partialDeepStrictEqual(metadata, { issuer: 'https://api.desk.example', token_endpoint });
      });
    });

    describe('unsupported features', () => {
      it('404 for the library’s other endpoints and for unknown paths', async () => {
        const paths =
          '/oauth /oauth/ /oauth/interaction/abc /request /me /reg /auth /token /oauth/token/ /OAUTH/token /oauth/logout/confirm /oauth/logout/success /oauth/assets/ /oauth/assets/../oauth.ts';
        for (const path of paths.split(' ')) {
          assert.equal((await fetch(`${server.url}${path}`)).status, 404, path);
        }
      });

      it('are missing from the metadata: DPoP, PAR, devices, registration and userinfo', async () => {
        const metadata = await (await fetch(`${server.url}/.well-known/openid-configuration`)).text();
        assert.doesNotMatch(metadata, /dpop|pushed|device|registration_endpoint|userinfo|form_post|private_key/);
      });
    });
  },
  { engines: oneEngine },
);
