import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine, oneEngine } from '../../testing/engines.ts';
import { type BrowserPage, createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier } from '../testing/code-flow.ts';
import { addClient, addPerson, startOAuthServer, type TestServer } from '../testing/oauth-server.ts';

const expected = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // A sign-in in a popup sends its result to the opener.
  'cross-origin-opener-policy': null,
};

/** Opens every kind of page in the course of a sign-in and sign-out. */
const openPages = async (server: TestServer, client: Awaited<ReturnType<typeof addClient>>, email: string) => {
  const browser = createFormBrowser();
  const form = await browser.follow(
    authorizationUrl({ server, client }, createVerifier().challenge),
    client.redirectUri,
  );
  const wrong = await browser.submit(form, { email, password: 'wrong' });
  const sent = await browser.submit(form, { email, password: 'correct horse battery' });
  const consent = await browser.follow(sent.location ?? '', client.redirectUri);
  const unknown = await browser.open(`${server.url}/oauth/authorize?client_id=nobody`);
  const expired = await browser.open(`${server.url}/oauth/sign-in/whatever`);
  const confirmation = await browser.open(`${server.url}/oauth/logout`);
  const out = await browser.submit(confirmation, {});
  const signedOut = out.location === null ? out : await browser.open(out.location);
  return { form, wrong, consent, unknown, expired, confirmation, signedOut };
};

forEachEngine(
  database => {
    let server: TestServer;
    let pages: Record<string, BrowserPage>;
    before(async () => {
      server = await startOAuthServer(database());
      const { email } = await addPerson(database(), 'headers@desk.example');
      pages = await openPages(server, await addClient(database()), email);
    });
    after(() => server.close());

    describe('every page', () => {
      it('forbids scripts, foreign resources, framing and caching', () => {
        for (const [name, { headers, text }] of Object.entries(pages)) {
          const found = Object.keys(expected).map(header => [header, headers.get(header)]);
          assert.deepEqual(Object.fromEntries(found), expected, name);
          assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=/, name);
        }
      });

      it('has a language, a title and one heading', () => {
        for (const [name, { text }] of Object.entries(pages)) {
          assert.match(text, /<html lang="en">/, name);
          assert.match(text, /<title>[^<]+ · Stardesk<\/title>/, name);
          assert.equal(text.match(/<h1>/g)?.length, 1, name);
        }
      });
    });

    describe('GET /oauth/assets/{name}', () => {
      it('200 immutable for the versioned URLs that pages link to', async () => {
        const linked = [...(pages['form']?.text ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(
          ([, path]) => path ?? '',
        );
        assert.equal(new Set(linked).size, 2);
        for (const path of linked) {
          const { status, headers } = await fetch(new URL(path, server.url));
          assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=31536000, immutable'], path);
        }
      });

      it('200 with no-cache for another version, 304 if it is unchanged', async () => {
        for (const query of ['', '?v=000000000000']) {
          const address = `${server.url}/oauth/assets/pages.css${query}`;
          const first = await fetch(address);
          assert.deepEqual([first.status, first.headers.get('cache-control')], [200, 'no-cache']);
          const again = await fetch(address, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
          assert.equal(again.status, 304);
        }
      });
    });
  },
  { engines: oneEngine },
);
