import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, exchangeCode } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const registered = 'https://program.example/back?of=mail';
const local = 'http://127.0.0.1:5000/back';

/** URIs that look like the registered URI, or that some parsers resolve to it. */
const altered: Record<string, string> = {
  'another query': 'https://program.example/back?of=evil',
  'an additional parameter': `${registered}&next=https://evil.example`,
  'no query': 'https://program.example/back',
  'a longer path': 'https://program.example/back/evil?of=mail',
  'a path with ..': 'https://program.example/evil/../back?of=mail',
  'a default port': 'https://program.example:443/back?of=mail',
  'capitals in the scheme, host and path': 'HTTPS://PROGRAM.example/Back?of=mail',
  'http instead of https': 'http://program.example/back?of=mail',
  userinfo: 'https://program.example@evil.example/back?of=mail',
  'a user': 'https://evil@program.example/back?of=mail',
  'a subdomain': 'https://evil.program.example/back?of=mail',
  'a longer host': 'https://program.example.evil.example/back?of=mail',
  'an encoded letter': 'https://program.example/%62ack?of=mail',
  'a backslash': 'https://evil.example\\@program.example/back?of=mail',
  'an empty fragment': `${registered}#`,
  'a trailing space': `${registered} `,
  'a trailing line break': `${registered}\r\n`,
  'a trailing NUL': `${registered}\0`,
  'a Cyrillic letter': 'https://progrаm.example/back?of=mail',
  'full-width letters': 'https://program．example/back?of=mail',
  'no scheme': '//program.example/back?of=mail',
  'a path alone': '/back?of=mail',
  'a script': 'javascript:alert(1)//program.example/back?of=mail',
  'another port on loopback': 'http://127.0.0.1:5001/back',
  localhost: 'http://localhost:5000/back',
  'an empty URI': '',
};

withDesk(desk => {
  let client: Awaited<ReturnType<typeof addClient>>;
  before(async () => {
    client = await addClient(desk().database, { redirectUris: [registered, local] });
  });
  const open = (parameters: Record<string, string | undefined>) =>
    createFormBrowser().open(authorizationUrl({ server: desk().server, client, parameters }));

  describe('a redirect URI at the authorization endpoint', () => {
    it('303 for each registered URI, if it is sent exactly as registered', async () => {
      for (const redirect_uri of [registered, local]) assert.equal((await open({ redirect_uri })).status, 303);
    });

    for (const [title, redirect_uri] of Object.entries({ ...altered, 'no redirect URI': undefined })) {
      it(`400 as a page without a redirect: ${title}`, async () => {
        const { status, location, headers } = await open({ redirect_uri });
        assert.deepEqual([status, location], [400, null]);
        assert.match(headers.get('content-type') ?? '', /^text\/html/);
      });
    }
  });

  describe('a redirect URI at the exchange', () => {
    it('400 for any URI except the URI of the authorization request; the code stays valid', async () => {
      const { server, person } = desk();
      const flow = { server, person, client };
      const authorized = await authorize(flow);
      assert.deepEqual(
        [...authorized.back.searchParams.keys()],
        ['of', 'code', 'state', 'iss'],
        'the redirect URI keeps its query',
      );
      for (const [title, redirect_uri] of Object.entries({ ...altered, 'the other registered URI': local })) {
        const { status, body } = await exchangeCode(flow, authorized, { redirect_uri });
        const expected = redirect_uri === '' ? 'invalid_request' : 'invalid_grant';
        assert.deepEqual([status, body.error], [400, expected], title);
      }
      assert.equal((await exchangeCode(flow, authorized)).status, 200);
    });
  });
});
