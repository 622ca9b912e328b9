import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type BrowserPage, createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { type CodeFlow, isSignedIn, obtainTokens, openConsentPage, refreshTokens } from '../testing/code-flow.ts';
import {
  connectedAppsPath,
  createPeopleFixture,
  findButtonValues,
  isValidToken,
  openConnectedAppsPage,
  pressButton,
} from '../testing/connected-apps-page.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient, type TestPerson } from '../testing/oauth-server.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';

const alreadyEnded = /role="status">That access had already ended\.</;

withDesk(desk => {
  const { addUniquePerson, countRecords } = createPeopleFixture(desk);
  const obtain = (client: CodeFlow['client'], person: TestPerson, browser = createFormBrowser()) =>
    obtainTokens({ server: desk().server, client, person, browser });
  const createScript = async ({ email }: TestPerson) => {
    const script = await createScriptToken(desk().database, { email, scopes: ['gists:read'], days: 2 }, Date.now);
    return { ...script, refresh_token: '' };
  };

  describe('POST /oauth/programs', () => {
    let person: TestPerson;
    let browser: FormBrowser;
    let page: BrowserPage;
    const press = (button: Record<string, string>) => pressButton(browser, page, button);
    before(async () => {
      person = await addUniquePerson();
      browser = createFormBrowser();
      page = await openConnectedAppsPage(desk(), person, browser);
    });

    it('200 revokes all access of a client and nothing else; the client needs consent again', async () => {
      const { server, program, database } = desk();
      const other = await addClient(database, { name: 'Day Shift' });
      const revoked = [await obtain(program, person, browser), await obtain(program, person)];
      const others = [await obtain(other, person), await obtain(program, await addUniquePerson())];
      const done = await press({ 'connected-app': program.clientId });
      assert.equal(done.status, 200);
      assert.match(done.text, /role="status">\u2068Night Shift\u2069 no longer has access\.</);
      assert.deepEqual(findButtonValues(done, 'connected-app'), [other.clientId]);
      for (const tokens of revoked) {
        assert.equal(await isValidToken(desk(), tokens), false);
        const refreshed = await refreshTokens({ server, client: program }, tokens.refresh_token);
        assert.equal(refreshed.body.error, 'invalid_grant');
      }
      for (const tokens of others) assert.equal(await isValidToken(desk(), tokens), true);
      const again = await press({ 'connected-app': program.clientId });
      assert.equal(again.status, 200);
      assert.match(again.text, alreadyEnded);
      const next = await openConsentPage({ server, client: program, person, browser });
      assert.match(next.page.url, /\/oauth\/consent\//);
    });

    it('200 revokes only one script token', async () => {
      const [first, second] = [await createScript(person), await createScript(person)];
      const done = await press({ script: first.id });
      assert.deepEqual(findButtonValues(done, 'script'), [second.id]);
      assert.deepEqual([await isValidToken(desk(), first), await isValidToken(desk(), second)], [false, true]);
    });

    it('200 signs a different browser out of this server and the web app', async () => {
      const { bff } = desk();
      const [person, browser, otherBrowser] = [await addUniquePerson(), createFormBrowser(), createFormBrowser()];
      const page = await openConnectedAppsPage(desk(), person, browser);
      const tokens = [await obtain(bff, person, otherBrowser), await obtain(bff, person, otherBrowser)];
      const current = await obtain(bff, person, browser);
      const seen = await browser.open(page.url);
      assert.equal(findButtonValues(seen, 'sign_in').length, 2, 'two browsers for three sign-ins of the web app');
      assert.match(seen.text, /This browser[\s\S]*Another browser/);
      const other = /Another browser[\s\S]*?name="sign_in" value="([^"]*)"/.exec(seen.text)?.[1] ?? '';
      const done = await pressButton(browser, page, { sign_in: other });
      assert.match(done.text, /The other browser is signed out/);
      for (const each of tokens) assert.equal(await isValidToken(desk(), each), false);
      assert.equal(await isSignedIn(desk(), otherBrowser), false);
      assert.equal(await isValidToken(desk(), current), true);
      assert.match((await pressButton(browser, page, { sign_in: other })).text, alreadyEnded);
    });

    it('neither shows nor revokes a different person’s access', async () => {
      const { database, bff, program } = desk();
      const [stranger, strangersBrowser] = [await addUniquePerson(), createFormBrowser()];
      const script = await createScript(stranger);
      const tokens = [await obtain(bff, stranger, strangersBrowser), await obtain(program, stranger), script];
      const ownPage = await openConnectedAppsPage(desk(), stranger, strangersBrowser);
      const [session = ''] = findButtonValues(ownPage, 'sign_in');
      const records = database.read.selectFrom('oauth_records').select('grant_id');
      const grants = await records.where('account_id', '=', stranger.id).where('grant_id', 'is not', null).execute();
      const ids = [session, program.clientId, ...grants.map(({ grant_id }) => grant_id ?? '')];
      for (const id of ids) {
        for (const kind of ['script', 'sign_in', 'connected-app']) {
          const done = await press({ [kind]: id });
          assert.match(done.text, alreadyEnded, `${kind} ${id}`);
          assert.ok(!done.text.includes(session) && !done.text.includes(script.id));
        }
      }
      const mixed = await press({ 'connected-app': program.clientId, person: stranger.id });
      assert.match(mixed.text, /Nothing was revoked/);
      for (const each of tokens) assert.equal(await isValidToken(desk(), each), true);
      assert.equal((await strangersBrowser.open(ownPage.url)).status, 200);
    });

    it('403 for a different origin, even of the same site, and for a request without Origin and Sec-Fetch-Site', async () => {
      const { server, program } = desk();
      const tokens = await obtain(program, person);
      const body = new URLSearchParams({ person: person.id, 'connected-app': program.clientId });
      const send = (headers: Record<string, string>) => browser.open(page.url, { method: 'POST', body, headers });
      const foreign: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', Origin: server.url },
        { 'Sec-Fetch-Site': 'none' },
        { Origin: 'http://localhost:1' },
        { Origin: 'null' },
        {},
      ];
      for (const headers of foreign) {
        const { status, text } = await send(headers);
        assert.equal(status, 403, JSON.stringify(headers));
        assert.match(text, /Request blocked/);
      }
      assert.equal(await isValidToken(desk(), tokens), true);
      assert.equal((await send({ Origin: server.url })).status, 200);
      assert.equal(await isValidToken(desk(), tokens), false);
    });

    it('303 without a session redirects to the sign-in page and revokes nothing', async () => {
      const { program } = desk();
      const tokens = await obtain(program, person);
      const { status, location } = await pressButton(createFormBrowser(), page, { 'connected-app': program.clientId });
      assert.equal(status, 303);
      assert.match(location ?? '', /\/oauth\/authorize\?response_type=none/);
      assert.equal(await isValidToken(desk(), tokens), true);
    });

    it('200 for a malformed form', async () => {
      for (const button of [{}, { 'connected-app': '\0' }, { sign_in: '\0' }, { script: 'ü' }, { teapot: 'x' }]) {
        assert.equal((await press(button)).status, 200, JSON.stringify(button));
      }
    });

    it('200 signs the person out in every browser and of the web app; connected apps keep their access', async () => {
      const { bff, program } = desk();
      const otherBrowser = createFormBrowser();
      const tokens = await obtain(bff, person, otherBrowser);
      const appTokens = await obtain(program, person);
      const done = await press({ everywhere: 'yes' });
      assert.equal(done.status, 200);
      assert.match(done.text, /You are signed out everywhere/);
      assert.deepEqual([await isValidToken(desk(), tokens), await isValidToken(desk(), appTokens)], [false, true]);
      assert.deepEqual([await isSignedIn(desk(), browser), await isSignedIn(desk(), otherBrowser)], [false, false]);
      assert.equal(await countRecords('Session', person), 0);
      assert.ok(!browser.cookies.some(({ name }) => name === 'stardesk_sign_in'));
    });

    it('200 signs the person out in this browser', async () => {
      const again = createFormBrowser();
      const own = await openConnectedAppsPage(desk(), person, again);
      const tokens = await obtain(desk().bff, person, again);
      const [id = ''] = findButtonValues(await again.open(own.url), 'sign_in');
      const done = await pressButton(again, own, { sign_in: id });
      assert.match(done.text, /You are signed out</);
      assert.equal(await isValidToken(desk(), tokens), false);
      assert.equal(await isSignedIn(desk(), again), false);
    });
  });

  it('the consent page and the sign-out page link to /oauth/programs', async () => {
    const { server, program } = desk();
    const person = await addUniquePerson();
    const { browser, page: consent } = await openConsentPage({ server, client: program, person });
    const out = await browser.open(`${server.url}/oauth/logout`);
    for (const { text } of [consent, out]) assert.ok(text.includes(`<a href="${server.url}${connectedAppsPath}">`));
  });
});
