import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine, oneEngine } from '../../testing/engines.ts';
import { createBrowser, type Page } from '../testing/browser.ts';
import { authorizationUrl, createVerifier } from '../testing/code-flow.ts';
import { addClient, addPerson, startServer, type TestServer } from '../testing/server.ts';

const promised = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // A sign-in in a popup answers its opener.
  'cross-origin-opener-policy': null,
};

/** Every kind of page, as somebody meets it who signs in to a program and out again. */
const walk = async (server: TestServer, client: Awaited<ReturnType<typeof addClient>>, email: string) => {
  const browser = createBrowser();
  const form = await browser.follow(
    authorizationUrl({ server, client }, createVerifier().challenge),
    client.redirectUri,
  );
  const wrong = await browser.submit(form, { email, password: 'wrong' });
  const sent = await browser.submit(form, { email, password: 'correct horse battery' });
  const consent = await browser.follow(sent.location ?? '', client.redirectUri);
  const unknown = await browser.open(`${server.url}/oauth/authorize?client_id=nobody`);
  const over = await browser.open(`${server.url}/oauth/sign-in/whatever`);
  const question = await browser.open(`${server.url}/oauth/logout`);
  const out = await browser.submit(question, {});
  const signedOut = out.location === null ? out : await browser.open(out.location);
  return { form, wrong, consent, unknown, over, question, signedOut };
};

forEachEngine(
  database => {
    let server: TestServer;
    let pages: Record<string, Page>;
    before(async () => {
      server = await startServer(database());
      const { email } = await addPerson(database(), 'headers@desk.example');
      pages = await walk(server, await addClient(database()), email);
    });
    after(() => server.close());

    describe('every page', () => {
      it('runs no script, takes nothing from elsewhere, is framed by nobody and kept by nobody', () => {
        for (const [name, { headers, text }] of Object.entries(pages)) {
          const found = Object.keys(promised).map(header => [header, headers.get(header)]);
          assert.deepEqual(Object.fromEntries(found), promised, name);
          assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=/, name);
        }
      });

      it('says in its language and title what it is, in one heading', () => {
        for (const [name, { text }] of Object.entries(pages)) {
          assert.match(text, /<html lang="en">/, name);
          assert.match(text, /<title>[^<]+ · Stardesk<\/title>/, name);
          assert.equal(text.match(/<h1>/g)?.length, 1, name);
        }
      });
    });

    describe('GET /oauth/assets/{name}', () => {
      it('200 for what the pages name, kept for good under an address that changes with the content', async () => {
        const named = [...(pages['form']?.text ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(
          ([, path]) => path ?? '',
        );
        assert.equal(new Set(named).size, 2);
        for (const path of named) {
          const { status, headers } = await fetch(new URL(path, server.url));
          assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=31536000, immutable'], path);
        }
      });

      it('200 and asked for again each time under the address of another version, or 304', async () => {
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
