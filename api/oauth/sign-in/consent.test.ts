import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, createVerifier, exchangeCode, obtainTokens } from '../testing/code-flow.ts';
import { type OAuthDesk, withDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';

type Client = { clientId: string; redirectUri: string };

/** Signs in up to the consent page. */
const openConsent = async (
  { server, person }: OAuthDesk,
  client: Client,
  { browser = createFormBrowser(), ...parameters }: { browser?: FormBrowser; scope?: string } = {},
) => {
  const { verifier, challenge } = createVerifier();
  const url = authorizationUrl({ server, client: { ...client, clientSecret: null }, parameters }, challenge);
  let page = await browser.follow(url, client.redirectUri);
  if (page.url.includes('/oauth/sign-in/')) {
    const sent = await browser.submit(page, { email: person.email, password: person.password });
    page = await browser.follow(sent.location ?? '', client.redirectUri);
  }
  return { browser, page, verifier };
};

withDesk(desk => {
  describe('the consent page', () => {
    it('200 shows the client, the person and a description of each scope', async () => {
      const { database } = desk();
      const client = await addClient(database, { name: '<b>Night</b> & Shift' });
      const { page } = await openConsent(desk(), client, { scope: 'openid tickets:read tickets:write' });
      assert.equal(page.status, 200);
      assert.match(page.text, /&lt;b&gt;Night&lt;\/b&gt; &amp; Shift/);
      assert.match(page.text, /mara@desk\.example/);
      for (const label of [
        'See tickets and saved views',
        'Create, change and delete tickets and your saved views',
        'Know who you are',
      ]) {
        assert.ok(page.text.includes(`<li>${label}</li>`), label);
      }
      assert.doesNotMatch(page.text, /<script|gists/);
    });

    it('shows the redirect host, which the client’s name cannot disguise', async () => {
      const { database } = desk();
      for (const [redirectUri, destination] of [
        ['https://program.example/back', 'program.example'],
        ['http://127.0.0.1:8123/back', 'an app on this computer'],
      ] as const) {
        const client = await addClient(database, { name: '\u202eNight Shift', redirectUris: [redirectUri] });
        const { page } = await openConsent(desk(), client);
        assert.ok(page.text.includes(`you return to <strong>${destination}</strong>`), destination);
        assert.ok(page.text.includes('<bdi class="name">\u202eNight Shift</bdi> to use Stardesk'));
      }
    });

    it('restarts the request for another person with “Not you?”', async () => {
      const { server, database, program } = desk();
      const other = await addPerson(database, 'sits-here@desk.example');
      const { browser, page, verifier } = await openConsent(desk(), program);
      const link = /<a href="([^"]+)">Not you\?</.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const form = await browser.follow(link, program.redirectUri);
      assert.match(form.url, /\/oauth\/sign-in\//);
      const sent = await browser.submit(form, { email: other.email, password: other.password });
      const consent = await browser.follow(sent.location ?? '', program.redirectUri);
      assert.match(consent.text, /signed in as <strong><bdi>sits-here@desk\.example</);
      const allowed = await browser.submit(consent, { decision: 'allow' });
      const { location } = await browser.follow(allowed.location ?? '', program.redirectUri);
      const { body } = await exchangeCode({ server, client: program }, { back: new URL(location ?? ''), verifier });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(body.access_token), { person: { id: other.id } });
    });

    it('is not shown for the bff’s client', async () => {
      const { bff } = desk();
      const { page } = await openConsent(desk(), bff);
      assert.ok(page.location?.startsWith(bff.redirectUri));
    });

    it('303 redirects with a code for Allow', async () => {
      const { server, program } = desk();
      const { browser, page, verifier } = await openConsent(desk(), program);
      const sent = await browser.submit(page, { decision: 'allow' });
      const { location } = await browser.follow(sent.location ?? '', program.redirectUri);
      const response = await exchangeCode({ server, client: program }, { back: new URL(location ?? ''), verifier });
      assert.equal(response.status, 200);
    });

    for (const fields of [{ decision: 'cancel' }, {}]) {
      it(`303 redirects with access_denied, state and iss for ${JSON.stringify(fields)}`, async () => {
        const { server, program } = desk();
        const { browser, page } = await openConsent(desk(), program);
        const sent = await browser.submit(page, fields);
        const { location } = await browser.follow(sent.location ?? '', program.redirectUri);
        const { searchParams } = new URL(location ?? '');
        assert.equal(searchParams.get('error'), 'access_denied');
        assert.equal(searchParams.get('state'), 'a state');
        assert.equal(searchParams.get('iss'), server.url);
        assert.equal(searchParams.get('code'), null);
      });
    }

    it('400 rejects another browser', async () => {
      const { program } = desk();
      const { page } = await openConsent(desk(), program);
      assert.equal((await createFormBrowser().submit(page, { decision: 'allow' })).status, 400);
    });

    it('is skipped in the same session for allowed scopes, but not for more scopes', async () => {
      const { server, person, program } = desk();
      const browser = createFormBrowser();
      const first = await obtainTokens({ server, person, client: program, browser });
      const again = await openConsent(desk(), program, { browser });
      assert.ok(again.page.location?.startsWith(program.redirectUri));
      const back = new URL(again.page.location ?? '');
      const second = await exchangeCode({ server, client: program }, { back, verifier: again.verifier });
      assert.equal(second.status, 200);

      await exchangeCode({ server, client: program }, { back, verifier: again.verifier });
      assert.partialDeepStrictEqual(
        await server.oauth.findPrincipal(first.access_token),
        { person: { id: person.id } },
        'a code replayed in one tab leaves the other tab alone',
      );
      const more = await openConsent(desk(), program, { browser, scope: 'tickets:write' });
      assert.match(more.page.url, /\/oauth\/consent\//);
    });
  });
});
