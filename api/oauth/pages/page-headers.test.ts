import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openSecondStep, setUpApp } from '../testing/authenticator-app.ts';
import { type BrowserPage, createFormBrowser } from '../testing/browser.ts';
import { openSignInForm, submitSignIn } from '../testing/code-flow.ts';
import { type OAuthDesk, withDesk } from '../testing/for-each-desk.ts';
import { addPerson } from '../testing/oauth-server.ts';
import { addPasskey } from '../testing/passkey-steps.ts';

const toPolicy = (scripts: string) =>
  `default-src 'self'; script-src ${scripts}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;

const expected = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // A sign-in in a popup sends its result to the opener.
  'cross-origin-opener-policy': null,
};

/** Opens the pages of a sign-in and a sign-out, with error pages. */
const openPages = async (desk: OAuthDesk): Promise<Record<string, BrowserPage>> => {
  const { server, program, person } = desk;
  const { browser, page: form } = await openSignInForm({ server, bff: program });
  const rejectedSignIn = await browser.submit(form, { email: person.email, password: 'wrong' });
  const consent = await submitSignIn(browser, form, person, program);
  const unknown = await browser.open(`${server.url}/oauth/authorize?client_id=nobody`);
  const expired = await createFormBrowser().open(`${server.url}/oauth/sign-in/whatever`);
  const confirmation = await browser.open(`${server.url}/oauth/logout`);
  const { location } = await browser.submit(confirmation, {});
  const signedOut = await browser.open(location ?? '');
  const other = await addPerson(desk.database, 'two-steps@desk.example');
  await setUpApp(desk, other.id);
  const { page: secondStep } = await openSecondStep(desk, other);
  const passkeyOwner = await addPerson(desk.database, 'passkey@desk.example');
  await addPasskey(desk, passkeyOwner.id);
  const { page: withPasskey } = await openSecondStep(desk, passkeyOwner);
  const steps = { secondStep, withPasskey };
  return { form, rejectedSignIn, consent, unknown, expired, confirmation, signedOut, ...steps };
};

withDesk(desk => {
  let pages: Record<string, BrowserPage>;
  before(async () => {
    pages = await openPages(desk());
  });

  describe('every page of a sign-in or sign-out', () => {
    it('forbids caching, referrers and embedding, and has no inline script or style', () => {
      for (const [name, { headers, text }] of Object.entries(pages)) {
        const found = Object.keys(expected).map(header => [header, headers.get(header)]);
        assert.deepEqual(Object.fromEntries(found), expected, name);
        assert.doesNotMatch(text, /<script>|\son\w+=|\sstyle=/, name);
      }
    });

    it('forbids framing and foreign resources, and runs no script except passkeys.js on pages with a passkey form', () => {
      for (const [name, { headers, text }] of Object.entries(pages)) {
        const hasForm = ['form', 'rejectedSignIn', 'withPasskey'].includes(name);
        assert.equal(headers.get('content-security-policy'), toPolicy(hasForm ? "'self'" : "'none'"), name);
        const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
        assert.equal(scripts.length, hasForm ? 1 : 0, name);
        for (const tag of scripts) assert.match(tag, /^<script src="\/oauth\/assets\/passkeys\.js\?v=\w+" defer>$/);
      }
    });

    it('has a language, its own title and one heading', () => {
      const titles = Object.entries(pages).map(([name, { text }]) => {
        assert.match(text, /<html lang="en">/, name);
        assert.equal(text.match(/<h1>/g)?.length, 1, name);
        return /<title>([^<]+) · Stardesk<\/title>/.exec(text)?.[1] ?? assert.fail(name);
      });
      assert.equal(new Set(titles).size, titles.length, titles.join());
    });
  });

  describe('GET /oauth/assets/{name}', () => {
    it('200 immutable for the versioned URLs that pages link to', async () => {
      const matches = (pages['form']?.text ?? '').matchAll(/(?:href|src)="([^"]+\/assets\/[^"]+)"/g);
      const linked = [...matches].map(([, path]) => path ?? '');
      assert.equal(new Set(linked).size, 3);
      for (const path of linked) {
        const { status, headers } = await fetch(new URL(path, desk().server.url));
        assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=31536000, immutable'], path);
        assert.equal(headers.get('vary'), 'Accept-Encoding', path);
      }
    });

    it('200 with no-cache for a URL without the current version; 304 if the file is unchanged', async () => {
      for (const query of ['', '?v=000000000000']) {
        const url = `${desk().server.url}/oauth/assets/pages.css${query}`;
        const first = await fetch(url);
        assert.deepEqual([first.status, first.headers.get('cache-control')], [200, 'no-cache']);
        const again = await fetch(url, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
        assert.equal(again.status, 304);
      }
    });
  });
});
