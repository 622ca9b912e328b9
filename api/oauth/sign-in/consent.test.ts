import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { type CodeFlow, exchangeCode, obtainTokens, openConsentPage, submitConsent } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';

withDesk(desk => {
  const open = (client: CodeFlow['client'], flow: Pick<CodeFlow, 'browser' | 'parameters'> = {}) =>
    openConsentPage({ server: desk().server, person: desk().person, client, ...flow });

  describe('the consent page', () => {
    it('200 shows the client, the person and a description of each scope', async () => {
      const client = await addClient(desk().database, { name: '<b>Night</b> & Shift' });
      const { page } = await open(client, { parameters: { scope: 'openid tickets:read tickets:write' } });
      assert.equal(page.status, 200);
      for (const shown of [
        '&lt;b&gt;Night&lt;/b&gt; &amp; Shift',
        'mara@desk.example',
        '<li>See tickets and saved views</li>',
        '<li>Create, change and delete tickets and your saved views</li>',
        '<li>Know who you are</li>',
      ]) {
        assert.ok(page.text.includes(shown), shown);
      }
      assert.doesNotMatch(page.text, /<script|gists/);
    });

    for (const [redirectUri, destination] of [
      ['https://program.example/back', 'program.example'],
      ['http://127.0.0.1:8123/back', 'an app on this computer'],
    ] as const) {
      it(`shows “${destination}”, which the client’s name cannot disguise, for ${redirectUri}`, async () => {
        const client = await addClient(desk().database, { name: '\u202eNight Shift', redirectUris: [redirectUri] });
        const { page } = await open(client);
        assert.ok(page.text.includes(`you return to <strong>${destination}</strong>`));
        assert.ok(page.text.includes('<bdi class="name">\u202eNight Shift</bdi> to use <bdi>Stardesk</bdi>'));
      });
    }

    it('has a link “Not you?” that restarts the request for a different person', async () => {
      const { server, database, program } = desk();
      const { browser, page, verifier } = await open(program);
      const link = /<a href="([^"]+)">Not you\?</.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const form = await browser.follow(link, program.redirectUri);
      const other = await addPerson(database, 'sits-here@desk.example');
      const sent = await browser.submit(form, { email: other.email, password: other.password });
      const consent = await browser.follow(sent.location ?? '', program.redirectUri);
      assert.match(consent.text, /signed in as <strong><bdi>sits-here@desk\.example</);
      const { location } = await submitConsent(browser, consent, program);
      const { body } = await exchangeCode({ server, client: program }, { back: new URL(location ?? ''), verifier });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(body.access_token), { person: { id: other.id } });
    });

    it('is not shown for the bff’s client', async () => {
      const { bff } = desk();
      assert.ok((await open(bff)).page.location?.startsWith(bff.redirectUri));
    });

    for (const decision of ['cancel', '']) {
      it(`303 redirects with access_denied, state and iss for the decision “${decision}”`, async () => {
        const { server, program } = desk();
        const { browser, page } = await open(program);
        const { status, location } = await submitConsent(browser, page, program, decision);
        assert.equal(status, 303);
        const { error_description: _, ...result } = Object.fromEntries(new URL(location ?? '').searchParams);
        assert.deepEqual(result, { error: 'access_denied', state: 'a state', iss: server.url });
      });
    }

    it('is skipped in the same session for allowed scopes, but not for more scopes', async () => {
      const { server, person, program: client } = desk();
      const browser = createFormBrowser();
      const first = await obtainTokens({ server, person, client, browser });
      const { page, verifier } = await open(client, { browser });
      const authorized = { back: new URL(page.location ?? ''), verifier };
      assert.equal((await exchangeCode({ server, client }, authorized)).status, 200);
      await exchangeCode({ server, client }, authorized);
      assert.partialDeepStrictEqual(
        await server.oauth.findPrincipal(first.access_token),
        { person: { id: person.id } },
        'a code replayed in one tab does not affect the other tab',
      );
      const more = await open(client, { browser, parameters: { scope: 'tickets:write' } });
      assert.match(more.page.url, /\/oauth\/consent\//);
    });
  });
});
