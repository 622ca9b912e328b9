import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, isSignInPage, obtainTokens, openSignInForm, refreshTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient, type TestPerson } from '../testing/oauth-server.ts';
import {
  createPeopleFixture,
  findButtonValues,
  isValidToken,
  openProgramsPage,
  pressButton,
  programsPath,
} from '../testing/programs-page.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';

withDesk(desk => {
  const { addUniquePerson, countRecords } = createPeopleFixture(desk);

  describe('POST /oauth/programs', () => {
    let person: TestPerson;
    let browser: FormBrowser;
    let page: BrowserPage;
    before(async () => {
      person = await addUniquePerson();
      browser = createFormBrowser();
      page = await openProgramsPage(desk(), person, browser);
    });

    it('200 revokes all access of a client and nothing else', async () => {
      const { server, program, database } = desk();
      const other = await addClient(database, { name: 'Day Shift' });
      const stranger = await addUniquePerson();
      const flow = { server, client: program };
      const revoked = [await obtainTokens({ ...flow, person }), await obtainTokens({ ...flow, person })];
      const others = [
        await obtainTokens({ server, client: other, person }),
        await obtainTokens({ ...flow, person: stranger }),
      ];
      const done = await pressButton(browser, page, { program: program.clientId });
      assert.equal(done.status, 200);
      assert.match(done.text, /role="status">\u2068Night Shift\u2069 no longer has access\.</);
      assert.deepEqual(findButtonValues(done, 'program'), [other.clientId]);
      for (const tokens of revoked) {
        assert.equal(await isValidToken(desk(), tokens), false);
        assert.equal((await refreshTokens(flow, tokens.refresh_token)).body.error, 'invalid_grant');
      }
      for (const tokens of others) assert.equal(await isValidToken(desk(), tokens), true);

      const again = await pressButton(browser, page, { program: program.clientId });
      assert.equal(again.status, 200);
      assert.match(again.text, /role="status">That access had already ended\.</);
    });

    it('asks for consent again after access was revoked', async () => {
      const { server, program } = desk();
      await obtainTokens({ server, client: program, person, browser });
      await pressButton(browser, page, { program: program.clientId });
      const consent = await browser.follow(
        authorizationUrl({ server, client: program }, 'x'.repeat(43)),
        program.redirectUri,
      );
      assert.match(consent.url, /\/oauth\/consent\//);
    });

    it('200 revokes one script token and keeps the others', async () => {
      const { server, database } = desk();
      const options = { email: person.email, scopes: ['gists:read'], days: 2 } as const;
      const [first, second] = [
        await createScriptToken(database, options, Date.now),
        await createScriptToken(database, options, Date.now),
      ];
      const done = await pressButton(browser, page, { script: first.id });
      assert.deepEqual(findButtonValues(done, 'script'), [second.id]);
      assert.equal(await server.oauth.findPrincipal(first.access_token), 'invalid');
      assert.equal(await isValidToken(desk(), { ...second, refresh_token: '' }), true);
    });

    it('200 signs out another browser, from this server and the web app', async () => {
      const { server, bff } = desk();
      const [person, browser, otherBrowser] = [await addUniquePerson(), createFormBrowser(), createFormBrowser()];
      const page = await openProgramsPage(desk(), person, browser);
      const tokens = [
        await obtainTokens({ server, person, client: bff, browser: otherBrowser }),
        await obtainTokens({ server, person, client: bff, browser: otherBrowser }),
      ];
      const current = await obtainTokens({ server, person, client: bff, browser });
      const seen = await browser.open(page.url);
      const ids = findButtonValues(seen, 'sign_in');
      assert.equal(ids.length, 2, 'two browsers for three sign-ins of the web app');
      assert.match(seen.text, /This browser[\s\S]*Another browser/);
      const other = /Another browser[\s\S]*?name="sign_in" value="([^"]*)"/.exec(seen.text)?.[1] ?? '';
      const done = await pressButton(browser, page, { sign_in: other });
      assert.match(done.text, /The other browser is signed out/);
      for (const each of tokens) assert.equal(await isValidToken(desk(), each), false);
      assert.ok(isSignInPage((await openSignInForm(desk(), {}, otherBrowser)).page));
      assert.equal(await isValidToken(desk(), current), true);
      assert.match((await pressButton(browser, page, { sign_in: other })).text, /That access had already ended/);
    });

    it('neither shows nor revokes access of another person', async () => {
      const { server, database, bff, program } = desk();
      const [stranger, strangersBrowser] = [await addUniquePerson(), createFormBrowser()];
      const tokens = [
        await obtainTokens({ server, person: stranger, client: bff, browser: strangersBrowser }),
        await obtainTokens({ server, person: stranger, client: program }),
      ];
      const options = { email: stranger.email, scopes: ['gists:read'], days: 2 } as const;
      const script = await createScriptToken(database, options, Date.now);
      const ownPage = await openProgramsPage(desk(), stranger, strangersBrowser);
      const [session] = findButtonValues(ownPage, 'sign_in');
      const own = await database.read
        .selectFrom('oauth_records')
        .select('grant_id')
        .where('account_id', '=', stranger.id)
        .execute();
      const forged = [
        { sign_in: session ?? '' },
        { script: script.id },
        { program: program.clientId },
        ...own.flatMap(({ grant_id }) => [
          { script: grant_id ?? 'x' },
          { sign_in: grant_id ?? 'x' },
          { program: grant_id ?? 'x' },
        ]),
      ];
      for (const button of forged) {
        const done = await pressButton(browser, page, button);
        assert.match(done.text, /That access had already ended/, JSON.stringify(button));
        assert.ok(!done.text.includes(session ?? 'x') && !done.text.includes(script.id));
      }
      const mixed = await pressButton(browser, page, { program: program.clientId, person: stranger.id });
      assert.match(mixed.text, /Nothing was revoked/);
      for (const each of [...tokens, { ...script, refresh_token: '' }])
        assert.equal(await isValidToken(desk(), each), true);
      assert.equal((await strangersBrowser.open(ownPage.url)).status, 200);
    });

    it('403 rejects another origin, even of the same site, and a request without both headers', async () => {
      const { server, program } = desk();
      const tokens = await obtainTokens({ server, person, client: program });
      const send = (headers: Record<string, string>) =>
        browser.open(page.url, {
          method: 'POST',
          body: new URLSearchParams({ person: person.id, program: program.clientId }),
          headers,
        });
      for (const headers of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', Origin: server.url },
        { 'Sec-Fetch-Site': 'none' },
        { Origin: 'http://localhost:1' },
        { Origin: 'null' },
        {},
      ] as Record<string, string>[]) {
        const { status, text } = await send(headers);
        assert.equal(status, 403, JSON.stringify(headers));
        assert.match(text, /Request blocked/);
      }
      assert.equal(await isValidToken(desk(), tokens), true);
      assert.equal((await send({ Origin: server.url })).status, 200);
      assert.equal(await isValidToken(desk(), tokens), false);
    });

    it('303 redirects to the sign-in without a session and revokes nothing', async () => {
      const { server, program } = desk();
      const tokens = await obtainTokens({ server, person, client: program });
      const { status, location } = await pressButton(createFormBrowser(), page, { program: program.clientId });
      assert.equal(status, 303);
      assert.match(location ?? '', /\/oauth\/authorize\?response_type=none/);
      assert.equal(await isValidToken(desk(), tokens), true);
    });

    it('200 revokes nothing for a malformed form', async () => {
      for (const button of [{}, { program: '\0' }, { sign_in: '\0' }, { script: 'ü' }, { teapot: 'x' }]) {
        assert.equal((await pressButton(browser, page, button)).status, 200, JSON.stringify(button));
      }
    });

    it('200 signs out of every browser and the web app, and connected apps keep their access', async () => {
      const { server, bff, program } = desk();
      const otherBrowser = createFormBrowser();
      const tokens = await obtainTokens({ server, person, client: bff, browser: otherBrowser });
      const appTokens = await obtainTokens({ server, person, client: program });
      const done = await pressButton(browser, page, { everywhere: 'yes' });
      assert.equal(done.status, 200);
      assert.match(done.text, /You are signed out everywhere/);
      assert.equal(await isValidToken(desk(), tokens), false);
      assert.equal(await isValidToken(desk(), appTokens), true);
      for (const each of [browser, otherBrowser])
        assert.ok(isSignInPage((await openSignInForm(desk(), {}, each)).page));
      assert.equal(await countRecords('Session', person), 0);
      assert.ok(!browser.cookies.some(({ name }) => name === 'stardesk_sign_in'));
    });

    it('200 signs out of this browser', async () => {
      const { server, bff } = desk();
      const again = createFormBrowser();
      const own = await openProgramsPage(desk(), person, again);
      const tokens = await obtainTokens({ server, person, client: bff, browser: again });
      const [id] = findButtonValues(await again.open(own.url), 'sign_in');
      const done = await pressButton(again, own, { sign_in: id ?? '' });
      assert.match(done.text, /You are signed out</);
      assert.equal(await isValidToken(desk(), tokens), false);
      assert.ok(isSignInPage(await again.follow(`${server.url}${programsPath}`, 'nowhere:')));
    });
  });

  describe('a link to /oauth/programs', () => {
    it('is on the consent page and the sign-out page', async () => {
      const { server, program } = desk();
      const [person, browser] = [await addUniquePerson(), createFormBrowser()];
      await openProgramsPage(desk(), person, browser);
      const consent = await browser.follow(
        authorizationUrl({ server, client: program }, 'x'.repeat(43)),
        program.redirectUri,
      );
      const out = await browser.open(`${server.url}/oauth/logout`);
      for (const { text } of [consent, out]) assert.ok(text.includes(`<a href="${server.url}${programsPath}">`));
    });
  });
});
